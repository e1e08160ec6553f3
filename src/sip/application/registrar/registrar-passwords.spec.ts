import { OTHER, PHONE, RegisteringPhone, staged } from '../../../../test/phone/harness/registering-phone';
import { type RequestParts, requestText } from '../../../../test/phone/harness/sip-texts';
import type { Stage } from '../../../../test/phone/harness/stage';
import type { Target } from '../../domain/ports';

describe('wrong passwords', () => {
  const failing = async (stage: Stage, from: Target, times: number): Promise<number[]> => {
    const phone = new RegisteringPhone(stage, from);
    const statuses: number[] = [];
    for (let index = 0; index < times; index++) {
      stage.clock.advance(200);
      statuses.push(await phone.authenticate({ password: 'wrong' }));
    }
    return statuses;
  };

  test('ten drop the address; its registered flow goes on, another address too', async () => {
    const stage = staged();
    const good = new RegisteringPhone(stage, { ...PHONE, port: 6_000 });
    expect(await good.authenticate()).toBe(200);
    expect(await failing(stage, PHONE, 12)).toEqual([...Array<number>(10).fill(403), 0, 0]);
    expect(stage.dropped).toEqual(['password', 'password']);
    expect(stage.userAgent.registrar.refusedFrom('trunk_1')).toBe('192.168.1.7');
    stage.clock.advance(1_000);
    expect(await good.authenticate()).toBe(200);
    expect(await new RegisteringPhone(stage, OTHER).authenticate()).toBe(200);
    stage.clock.advance(600_000);
    expect(await new RegisteringPhone(stage, PHONE).authenticate({ callId: 'later' })).toBe(200);
  });

  test('ten drop whatever comes from the address, but a CANCEL, its registered flow, and a peer that is known', async () => {
    const stage = staged();
    const good = new RegisteringPhone(stage, { ...PHONE, port: 6_000 });
    await good.authenticate();
    const calling = new RegisteringPhone(stage, { ...PHONE, port: 6_001 });
    expect(await calling.authenticate({ method: 'INVITE' })).toBe(100);
    const invite = stage.incoming[0]?.request.headers;
    await failing(stage, PHONE, 10);
    const statusOf = async (method: string, flow = stage.flow(PHONE), more: RequestParts = {}) => {
      const before = stage.sent.length;
      const parts = { branch: `z9hG4bK-own-${before}`, callId: `own-${before}`, ...more };
      await stage.receive(requestText(method, parts), flow);
      return stage.sent.length === before ? 0 : stage.response().status;
    };
    for (const method of ['OPTIONS', 'SUBSCRIBE', 'BYE', 'CANCEL']) expect(await statusOf(method)).toBe(0);
    expect(await statusOf('OPTIONS', stage.flow(PHONE), { headers: ['CSeq: 2 OPTIONS'] })).toBe(0);
    expect(stage.dropped).toEqual([...Array<string>(4).fill('password'), 'malformed']);
    expect(await statusOf('OPTIONS', good.flow)).toBe(200);
    const branch = /branch=([^;]+)/.exec(invite?.get('via') ?? '')?.[1] ?? '';
    const callId = invite?.get('call-id') ?? '';
    expect(await statusOf('CANCEL', calling.flow, { branch, callId, cseq: 2, uri: 'sip:123@aics' })).toBe(
      487,
    );
    stage.known = (address) => address === PHONE.address;
    expect(await statusOf('OPTIONS')).toBe(200);
  });

  test('a forged source, which sees no nonce, blocks nobody', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage);
    await phone.send();
    const { challenge } = phone;
    const forged = new RegisteringPhone(stage, OTHER);
    for (let index = 0; index < 30; index++) {
      stage.clock.advance(200);
      expect(await forged.send({ challenge, password: 'wrong' })).toBe(401);
    }
    expect(await forged.authenticate()).toBe(200);
  });

  test('a hundred for a user: only addresses that it registered from are heard', async () => {
    const stage = staged();
    const good = new RegisteringPhone(stage, OTHER);
    await good.authenticate();
    await good.authenticate({ contact: '*', headers: ['Expires: 0'] });
    for (let index = 0; index < 10; index++) {
      await failing(stage, { ...PHONE, address: `192.168.2.${index}` }, 10);
    }
    expect(await new RegisteringPhone(stage, { ...PHONE, address: '192.168.3.1' }).send()).toBe(0);
    expect(stage.dropped.at(-1)).toBe('password');
    expect(await good.authenticate()).toBe(200);
  });

  test('10,000 in 10 s, from 1,000 addresses, let no good phone fall', async () => {
    const stage = staged();
    const good = new RegisteringPhone(stage, OTHER);
    await good.authenticate();
    const phones = Array.from(
      { length: 1_000 },
      (_, index) =>
        new RegisteringPhone(stage, { ...PHONE, address: `192.168.${10 + (index >> 8)}.${index % 256}` }),
    );
    for (let second = 0; second < 10; second++) {
      stage.clock.advance(1_000);
      for (const phone of phones) await phone.authenticate({ password: 'wrong' });
    }
    expect(stage.dropped.filter((reason) => reason === 'password').length).toBeGreaterThan(9_000);
    expect(stage.userAgent.registrar.targetsOf('trunk_1')).toHaveLength(1);
    expect(await good.authenticate()).toBe(200);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
  });
});
