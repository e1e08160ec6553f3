import {
  OTHER,
  PHONE,
  RegisteringPhone,
  registrarDriver,
  USER,
} from '../../../../test/phone/harness/registering-phone';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';

describe('the flow of a phone', () => {
  test('ends its Contacts when its connection closes', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate();
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    phone.flow.close();
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });

  test('gets OPTIONS each 25 s, and is skipped after three without a response until it sends again', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    const isPassedOver = (): boolean => driver.userAgent.registrar.targetsOf('trunk_1').length === 0;
    driver.newMessages();
    driver.clock.advance(25_000);
    await Promise.resolve();
    expect(driver.newMessages()).toContain('OPTIONS');
    await driver.answer(driver.request('OPTIONS'), 404, { flow: phone.flow });
    for (let index = 0; index < 3; index++) {
      driver.clock.advance(25_000);
      expect(isPassedOver()).toBe(false);
    }
    driver.clock.advance(25_000);
    expect(isPassedOver()).toBe(true);
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    await driver.answer(driver.request('OPTIONS'), 200, { flow: phone.flow });
    expect(isPassedOver()).toBe(false);
  });

  test('gets OPTIONS after the phone registered with another trunk of the same name', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    driver.userAgent.registrar.setUsers([{ ...USER, id: 'trunk_2' }]);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    for (let round = 0; round < 3; round++) {
      driver.newMessages();
      await driver.clock.pass(25_000);
      expect(driver.newMessages()).toContain('OPTIONS');
      await driver.answer(driver.request('OPTIONS'), 200, { flow: phone.flow });
    }
  });

  const ringing = async (driver: UserAgentDriver) => {
    const placed = driver.place({ targets: driver.userAgent.registrar.targetsOf('trunk_1') });
    await driver.receive('', driver.flow());
    return placed;
  };

  test.each([408, 430, 480])(
    'is followed by the next phone after %d within 4 s, by its Contact',
    async (status) => {
      const driver = registrarDriver();
      const first = new RegisteringPhone(driver, OTHER);
      await first.authenticate();
      driver.clock.advance(1);
      const newest = new RegisteringPhone(driver);
      await newest.authenticate();
      const placed = await ringing(driver);
      const invite = driver.request('INVITE');
      expect(invite.uri).toBe('sip:anna@192.168.1.7:5070');
      await driver.answer(invite, status, { flow: newest.flow });
      expect(driver.request('INVITE').uri).toBe('sip:anna@192.168.1.8:5070');
      driver.clock.advance(4_001);
      await driver.answer(driver.request('INVITE'), status, { flow: first.flow });
      expect(placed.failure).toMatchObject({ kind: 'refused', status });
    },
  );

  test('is followed by no other phone after 486, or 480 after 4 s', async () => {
    const driver = registrarDriver();
    await new RegisteringPhone(driver, OTHER).authenticate();
    driver.clock.advance(1);
    const newest = new RegisteringPhone(driver);
    await newest.authenticate();
    const busy = await ringing(driver);
    await driver.answer(driver.request('INVITE'), 486, { flow: newest.flow });
    expect(busy.failure).toMatchObject({ kind: 'refused', status: 486 });
    const late = await ringing(driver);
    await driver.answer(driver.request('INVITE'), 180, { flow: newest.flow });
    driver.clock.advance(4_001);
    await driver.answer(driver.request('INVITE'), 480, { flow: newest.flow });
    expect(late.failure).toMatchObject({ kind: 'refused', status: 480 });
  });
});
