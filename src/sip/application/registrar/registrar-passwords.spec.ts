import {
  OTHER,
  PHONE,
  RegisteringPhone,
  registrarDriver,
} from '../../../../test/phone/harness/registering-phone';
import { type RequestParts, requestText } from '../../../../test/phone/harness/sip-texts';
import type { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';
import type { Target } from '../../domain/ports';

describe('wrong passwords', () => {
  const failing = async (driver: UserAgentDriver, from: Target, times: number): Promise<number[]> => {
    const phone = new RegisteringPhone(driver, from);
    const statuses: number[] = [];
    for (let index = 0; index < times; index++) {
      driver.clock.advance(200);
      statuses.push(await phone.authenticate({ password: 'wrong' }));
    }
    return statuses;
  };

  test('block the address after ten, but not its registered flow and another address', async () => {
    const driver = registrarDriver();
    const good = new RegisteringPhone(driver, { ...PHONE, port: 6_000 });
    expect(await good.authenticate()).toBe(200);
    expect(await failing(driver, PHONE, 12)).toEqual([...Array<number>(10).fill(403), 0, 0]);
    expect(driver.dropped).toEqual(['password', 'password']);
    expect(driver.userAgent.registrar.refusedFrom('trunk_1')).toBe('192.168.1.7');
    driver.clock.advance(1_000);
    expect(await good.authenticate()).toBe(200);
    expect(await new RegisteringPhone(driver, OTHER).authenticate()).toBe(200);
    driver.clock.advance(600_000);
    expect(await new RegisteringPhone(driver, PHONE).authenticate({ callId: 'later' })).toBe(200);
  });

  test('block all requests of the address after ten but a CANCEL, its registered flow, and a known peer', async () => {
    const driver = registrarDriver();
    const good = new RegisteringPhone(driver, { ...PHONE, port: 6_000 });
    await good.authenticate();
    const calling = new RegisteringPhone(driver, { ...PHONE, port: 6_001 });
    expect(await calling.authenticate({ method: 'INVITE' })).toBe(100);
    const invite = driver.incoming[0]?.request.headers;
    await failing(driver, PHONE, 10);
    const statusOf = async (method: string, flow = driver.flow(PHONE), more: RequestParts = {}) => {
      const before = driver.sent.length;
      const parts = { branch: `z9hG4bK-own-${before}`, callId: `own-${before}`, ...more };
      await driver.receive(requestText(method, parts), flow);
      return driver.sent.length === before ? 0 : driver.response().status;
    };
    for (const method of ['OPTIONS', 'SUBSCRIBE', 'BYE', 'CANCEL']) expect(await statusOf(method)).toBe(0);
    expect(await statusOf('OPTIONS', driver.flow(PHONE), { headers: ['CSeq: 2 OPTIONS'] })).toBe(0);
    expect(driver.dropped).toEqual([...Array<string>(4).fill('password'), 'malformed']);
    expect(await statusOf('OPTIONS', good.flow)).toBe(200);
    const branch = /branch=([^;]+)/.exec(invite?.get('via') ?? '')?.[1] ?? '';
    const callId = invite?.get('call-id') ?? '';
    expect(await statusOf('CANCEL', calling.flow, { branch, callId, cseq: 2, uri: 'sip:123@aics' })).toBe(
      487,
    );
    driver.known = (address) => address === PHONE.address;
    expect(await statusOf('OPTIONS')).toBe(200);
  });

  test('block no phone from a forged source, which gets no nonce', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.send();
    const { challenge } = phone;
    const forged = new RegisteringPhone(driver, OTHER);
    for (let index = 0; index < 30; index++) {
      driver.clock.advance(200);
      expect(await forged.send({ challenge, password: 'wrong' })).toBe(401);
    }
    expect(await forged.authenticate()).toBe(200);
  });

  test('limit a user after a hundred to addresses that it registered from', async () => {
    const driver = registrarDriver();
    const good = new RegisteringPhone(driver, OTHER);
    await good.authenticate();
    await good.authenticate({ contact: '*', headers: ['Expires: 0'] });
    for (let index = 0; index < 10; index++) {
      await failing(driver, { ...PHONE, address: `192.168.2.${index}` }, 10);
    }
    expect(await new RegisteringPhone(driver, { ...PHONE, address: '192.168.3.1' }).send()).toBe(0);
    expect(driver.dropped.at(-1)).toBe('password');
    expect(await good.authenticate()).toBe(200);
  });

  test('end no good registration by 10,000 in 10 s from 1,000 addresses', async () => {
    const driver = registrarDriver();
    const good = new RegisteringPhone(driver, OTHER);
    await good.authenticate();
    const phones = Array.from(
      { length: 1_000 },
      (_, index) =>
        new RegisteringPhone(driver, { ...PHONE, address: `192.168.${10 + (index >> 8)}.${index % 256}` }),
    );
    for (let second = 0; second < 10; second++) {
      driver.clock.advance(1_000);
      for (const phone of phones) await phone.authenticate({ password: 'wrong' });
    }
    expect(driver.dropped.filter((reason) => reason === 'password').length).toBeGreaterThan(9_000);
    expect(driver.userAgent.registrar.targetsOf('trunk_1')).toHaveLength(1);
    expect(await good.authenticate()).toBe(200);
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
  });
});
