import {
  OTHER,
  PHONE,
  RegisteringPhone,
  staged,
  USER,
} from '../../../../test/phone/harness/registering-phone';
import { Stage } from '../../../../test/phone/harness/stage';

describe('the flow of a phone', () => {
  test('a connection that closes ends its Contacts', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate();
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    phone.flow.close();
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });

  test('OPTIONS each 25 s; after three without an answer the phone is passed over until it is heard', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    const isPassedOver = (): boolean => stage.userAgent.registrar.targetsOf('trunk_1').length === 0;
    stage.newMessages();
    stage.clock.advance(25_000);
    await Promise.resolve();
    expect(stage.newMessages()).toContain('OPTIONS');
    await stage.answer(stage.request('OPTIONS'), 404, { flow: phone.flow });
    for (let index = 0; index < 3; index++) {
      stage.clock.advance(25_000);
      expect(isPassedOver()).toBe(false);
    }
    stage.clock.advance(25_000);
    expect(isPassedOver()).toBe(true);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    await stage.answer(stage.request('OPTIONS'), 200, { flow: phone.flow });
    expect(isPassedOver()).toBe(false);
  });

  test('OPTIONS go on when the phone registers with another trunk of the same name', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    stage.userAgent.registrar.setUsers([{ ...USER, id: 'trunk_2' }]);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    for (let round = 0; round < 3; round++) {
      stage.newMessages();
      await stage.clock.pass(25_000);
      expect(stage.newMessages()).toContain('OPTIONS');
      await stage.answer(stage.request('OPTIONS'), 200, { flow: phone.flow });
    }
  });

  const ringing = async (stage: Stage) => {
    const placed = stage.place({ targets: stage.userAgent.registrar.targetsOf('trunk_1') });
    await stage.receive('', stage.flow());
    return placed;
  };

  test.each([408, 430, 480])('%d within 4 s: the next phone rings, by its Contact', async (status) => {
    const stage = staged();
    const first = new RegisteringPhone(stage, OTHER);
    await first.authenticate();
    stage.clock.advance(1);
    const newest = new RegisteringPhone(stage);
    await newest.authenticate();
    const placed = await ringing(stage);
    const invite = stage.request('INVITE');
    expect(invite.uri).toBe('sip:anna@192.168.1.7:5070');
    await stage.answer(invite, status, { flow: newest.flow });
    expect(stage.request('INVITE').uri).toBe('sip:anna@192.168.1.8:5070');
    stage.clock.advance(4_001);
    await stage.answer(stage.request('INVITE'), status, { flow: first.flow });
    expect(placed.failure).toMatchObject({ kind: 'refused', status });
  });

  test('486, or 480 after 4 s: no other phone', async () => {
    const stage = staged();
    await new RegisteringPhone(stage, OTHER).authenticate();
    stage.clock.advance(1);
    const newest = new RegisteringPhone(stage);
    await newest.authenticate();
    const busy = await ringing(stage);
    await stage.answer(stage.request('INVITE'), 486, { flow: newest.flow });
    expect(busy.failure).toMatchObject({ kind: 'refused', status: 486 });
    const late = await ringing(stage);
    await stage.answer(stage.request('INVITE'), 180, { flow: newest.flow });
    stage.clock.advance(4_001);
    await stage.answer(stage.request('INVITE'), 480, { flow: newest.flow });
    expect(late.failure).toMatchObject({ kind: 'refused', status: 480 });
  });
});
