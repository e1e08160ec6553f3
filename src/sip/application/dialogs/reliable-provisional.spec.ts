import { ANSWER } from '../../../../test/phone/harness/answered';
import { PEER, requestText, SDP, sdp } from '../../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';

const MOVED = sdp('192.0.2.44', 30_002);

function reliable(rseq: number): string[] {
  return ['Require: 100rel', `RSeq: ${rseq}`];
}

function pracks(driver: UserAgentDriver): (string | undefined)[] {
  return driver.sent
    .map(({ message }) => message)
    .filter((message) => message.kind === 'request' && message.method === 'PRACK')
    .map(({ headers }) => headers.get('rack'));
}

describe('a reliable provisional response', () => {
  test.each([
    ['in order', [1, 2], [1, 2]],
    ['doubled', [5, 5, 6, 5], [5, 6]],
    ['out of order', [5, 7, 6], [5, 6, 7]],
    ['a gap', [5, 7], [5]],
  ])('gets PRACK once each: %s', async (_what, received, expected) => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    for (const rseq of received) await driver.answer(invite, 180, { headers: reliable(rseq) });
    expect(pracks(driver)).toEqual(expected.map((rseq) => `${rseq} 1 INVITE`));
    expect(placed.provisional).toHaveLength(expected.length);
    expect(driver.clock.now()).toBeLessThan(200);
    expect(driver.request('PRACK').uri).toBe('sip:far@192.0.2.10');
    expect(driver.request('PRACK').headers.get('cseq')).toBe(`${1 + expected.length} PRACK`);
  });

  test('gets a BYE whose CSeq follows the PRACKs for a 2xx that crosses our CANCEL', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    for (const rseq of [1, 2]) await driver.answer(invite, 180, { headers: reliable(rseq) });
    placed.call.cancel();
    await driver.answer(invite, 200, { body: SDP });
    expect(driver.request('BYE').headers.get('cseq')).toBe('4 BYE');
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: true });
  });

  test('is ordered in each early dialog separately', async () => {
    const driver = new UserAgentDriver();
    const { invite } = await driver.calling();
    for (const [tag, rseq] of [
      ['a', 8],
      ['b', 3],
      ['a', 9],
      ['b', 5],
    ] as const) {
      await driver.answer(invite, 180, { tag, headers: reliable(rseq) });
    }
    expect(pracks(driver)).toEqual(['8 1 INVITE', '3 1 INVITE', '9 1 INVITE']);
  });

  test('has the SDP of the answer, for any SDP of the 200; the next CSeq follows the PRACK', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 183, { body: SDP, headers: reliable(1) });
    expect(placed.provisional).toMatchObject([{ status: 183, audio: { port: 30_000 } }]);
    await driver.answer(driver.request('PRACK'), 200);
    await driver.answer(invite, 200, { body: MOVED });
    expect(placed.audio).toMatchObject({ address: '192.0.2.10', port: 30_000 });
    expect(driver.newMessages()).toEqual(['INVITE', 'PRACK', 'ACK']);
    expect(driver.request('ACK').headers.get('cseq')).toBe('1 ACK');
    void placed.session?.hangUp();
    await driver.clock.pass(0);
    expect(driver.request('BYE').headers.get('cseq')).toBe('3 BYE');
  });

  test.each([400, 481, 500])('does not end the call when its PRACK gets %d', async (status) => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 183, { body: SDP, headers: reliable(1) });
    await driver.answer(driver.request('PRACK'), status);
    await driver.answer(invite, 200, { body: SDP });
    expect(placed.session).toBeDefined();
    expect(placed.failure).toBeUndefined();
  });

  test('is not offered or supported with --prack off', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling({ peer: { prack: false } });
    expect(invite.headers.get('supported')).toBe('timer');
    expect(invite.headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO');
    await driver.answer(invite, 180, { headers: reliable(1) });
    expect(placed.provisional).toHaveLength(1);
    expect(pracks(driver)).toEqual([]);
  });

  test('is not named in the response to OPTIONS within the call with --prack off', async () => {
    const driver = new UserAgentDriver();
    const { session } = await driver.talking({ peer: { prack: false } });
    const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
    await driver.receive(requestText('OPTIONS', { callId, toTag, fromTag }));
    expect(driver.response().headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO');
    expect(driver.response().headers.get('supported')).toBe('timer');
  });

  test('is allowed by PRACK and UPDATE in Allow', async () => {
    const { invite } = await new UserAgentDriver().calling();
    expect(invite.headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, PRACK, UPDATE');
  });
});

describe('a caller that requires 100rel', () => {
  const ringing = async (driver: UserAgentDriver, parts = {}) => {
    await driver.receive(requestText('INVITE', { body: SDP, headers: ['Require: 100rel'], ...parts }));
    const [call] = driver.incoming;
    call?.ring(ANSWER);
    const toTag = call?.tag ?? '';
    const rseq = driver.response().headers.get('rseq') ?? '';
    const prack = (rack: string, cseq = 2): Promise<void> =>
      driver.receive(
        requestText('PRACK', { toTag, cseq, branch: `z9hG4bK-prack-${cseq}`, headers: [`RAck: ${rack}`] }),
      );
    return { call, toTag, rseq, prack };
  };

  test('gets a reliable 180 without SDP, until its PRACK', async () => {
    const driver = new UserAgentDriver();
    const { call, rseq, prack } = await ringing(driver);
    expect(driver.newMessages()).toEqual(['100 INVITE', '180 INVITE']);
    const { headers, body } = driver.response();
    expect(headers.get('require')).toBe('100rel');
    expect(Number(rseq)).toBeGreaterThan(0);
    expect(body).toBe('');
    const times: number[] = [];
    for (const ms of [500, 1_000, 2_000, 4_000]) {
      await driver.clock.pass(ms - 1);
      expect(driver.newMessages()).toEqual([]);
      await driver.clock.pass(1);
      expect(driver.newMessages()).toEqual(['180 INVITE']);
      times.push(Number(driver.response().headers.get('rseq')));
    }
    expect(times).toEqual(Array(4).fill(Number(rseq)));
    await prack(`${Number(rseq) + 1} 1 INVITE`);
    await prack(`${rseq} 2 INVITE`, 3);
    await prack(`${rseq} 1 INVITE`, 4);
    await prack(`${rseq} 1 INVITE`, 5);
    expect(driver.newMessages()).toEqual(['481 PRACK', '481 PRACK', '200 PRACK', '481 PRACK']);
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual([]);
    expect(call?.pending).toBe(true);
  });

  test('gets 504 after 32 s without PRACK', async () => {
    const driver = new UserAgentDriver();
    let canceled = 0;
    const { call } = await ringing(driver);
    call?.onCanceled(() => canceled++);
    await driver.clock.pass(31_999);
    expect(driver.newMessages().filter((name) => name !== '180 INVITE')).toEqual(['100 INVITE']);
    await driver.clock.pass(1);
    expect(driver.newMessages()).toEqual(['504 INVITE']);
    expect(canceled).toBe(1);
    expect(driver.userAgent.load.sessions).toBe(0);
  });

  test('leaves nothing behind when its connection breaks', async () => {
    const driver = new UserAgentDriver();
    const flow = driver.flow({ ...PEER, transport: 'tcp' }, true);
    const invite = { transport: 'TCP', body: SDP, headers: ['Require: 100rel'] };
    await driver.receive(requestText('INVITE', invite), flow);
    driver.incoming[0]?.ring(ANSWER);
    expect(driver.userAgent.load.sessions).toBe(1);
    flow.close();
    await driver.clock.pass(180_000);
    expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  });

  test('gets the 200 without waiting, with a late PRACK', async () => {
    const driver = new UserAgentDriver();
    const { call, toTag, rseq, prack } = await ringing(driver);
    const session = call?.answer(ANSWER);
    await prack(`${rseq} 1 INVITE`);
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await prack(`${rseq} 1 INVITE`, 3);
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual([
      '100 INVITE',
      '180 INVITE',
      '200 INVITE',
      '200 PRACK',
      '481 PRACK',
    ]);
    expect(session?.ended).toBe(false);
  });

  test('gets no 18x without an offer', async () => {
    const driver = new UserAgentDriver();
    const { call } = await ringing(driver, { body: '' });
    call?.answer(ANSWER);
    expect(driver.newMessages()).toEqual(['100 INVITE', '200 INVITE']);
  });

  test('is not required by Supported alone', async () => {
    const driver = new UserAgentDriver();
    await ringing(driver, { headers: ['Supported: 100rel'] });
    expect(driver.response().headers.get('rseq')).toBeUndefined();
    await driver.clock.pass(40_000);
    expect(driver.newMessages()).toEqual(['100 INVITE', '180 INVITE']);
  });

  test.each([
    [0, '0'],
    [0.999, '10'],
  ])('may send UPDATE while it rings: with SDP 500 and Retry-After (%d: %s)', async (random, seconds) => {
    const driver = new UserAgentDriver();
    driver.random = random;
    const { call, toTag } = await ringing(driver, { headers: [] });
    const parts = { toTag, cseq: 2, branch: 'z9hG4bK-2', contact: '<sip:new@192.0.2.50>' };
    await driver.receive(requestText('UPDATE', { ...parts, body: SDP }));
    expect(driver.response()).toMatchObject({ status: 500 });
    expect(driver.response().headers.get('retry-after')).toBe(seconds);
    await driver.receive(requestText('UPDATE', { ...parts, cseq: 3, branch: 'z9hG4bK-3' }));
    expect(driver.response()).toMatchObject({ status: 200 });
    expect(call?.answer(ANSWER)?.record.remoteTarget).toBe('sip:new@192.0.2.50');
  });

  test('may not decrease its CSeq after the answer', async () => {
    const driver = new UserAgentDriver();
    const { call, toTag, rseq, prack } = await ringing(driver);
    await prack(`${rseq} 1 INVITE`, 3);
    call?.answer(ANSWER);
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    driver.newMessages();
    await driver.receive(requestText('INFO', { toTag, cseq: 2, branch: 'z9hG4bK-info-2' }));
    await driver.receive(requestText('INFO', { toTag, cseq: 4, branch: 'z9hG4bK-info-4' }));
    expect(driver.newMessages()).toEqual(['500 INFO', '200 INFO']);
  });
});
