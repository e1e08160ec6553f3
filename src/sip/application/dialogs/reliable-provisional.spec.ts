import { ANSWER } from '../../../../test/phone/harness/answered';
import { PEER, requestText, SDP, sdp } from '../../../../test/phone/harness/sip-texts';
import { Stage } from '../../../../test/phone/harness/stage';

const MOVED = sdp('192.0.2.44', 30_002);

function reliable(rseq: number): string[] {
  return ['Require: 100rel', `RSeq: ${rseq}`];
}

function pracks(stage: Stage): (string | undefined)[] {
  return stage.sent
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
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    for (const rseq of received) await stage.answer(invite, 180, { headers: reliable(rseq) });
    expect(pracks(stage)).toEqual(expected.map((rseq) => `${rseq} 1 INVITE`));
    expect(placed.provisional).toHaveLength(expected.length);
    expect(stage.clock.now()).toBeLessThan(200);
    expect(stage.request('PRACK').uri).toBe('sip:far@192.0.2.10');
    expect(stage.request('PRACK').headers.get('cseq')).toBe(`${1 + expected.length} PRACK`);
  });

  test('a 2xx that crosses our CANCEL gets a BYE whose CSeq follows the PRACKs', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    for (const rseq of [1, 2]) await stage.answer(invite, 180, { headers: reliable(rseq) });
    placed.call.cancel();
    await stage.answer(invite, 200, { body: SDP });
    expect(stage.request('BYE').headers.get('cseq')).toBe('4 BYE');
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: true });
  });

  test('each early dialog has its own order', async () => {
    const stage = new Stage();
    const { invite } = await stage.calling();
    for (const [tag, rseq] of [
      ['a', 8],
      ['b', 3],
      ['a', 9],
      ['b', 5],
    ] as const) {
      await stage.answer(invite, 180, { tag, headers: reliable(rseq) });
    }
    expect(pracks(stage)).toEqual(['8 1 INVITE', '3 1 INVITE', '9 1 INVITE']);
  });

  test('its SDP is the answer, whatever the 200 repeats; the next CSeq follows the PRACK', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    await stage.answer(invite, 183, { body: SDP, headers: reliable(1) });
    expect(placed.provisional).toMatchObject([{ status: 183, audio: { port: 30_000 } }]);
    await stage.answer(stage.request('PRACK'), 200);
    await stage.answer(invite, 200, { body: MOVED });
    expect(placed.audio).toMatchObject({ address: '192.0.2.10', port: 30_000 });
    expect(stage.newMessages()).toEqual(['INVITE', 'PRACK', 'ACK']);
    expect(stage.request('ACK').headers.get('cseq')).toBe('1 ACK');
    void placed.session?.hangUp();
    await stage.clock.pass(0);
    expect(stage.request('BYE').headers.get('cseq')).toBe('3 BYE');
  });

  test.each([400, 481, 500])('a PRACK that gets %d does not end the call', async (status) => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    await stage.answer(invite, 183, { body: SDP, headers: reliable(1) });
    await stage.answer(stage.request('PRACK'), status);
    await stage.answer(invite, 200, { body: SDP });
    expect(placed.session).toBeDefined();
    expect(placed.failure).toBeUndefined();
  });

  test('--prack off offers neither', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling({ peer: { prack: false } });
    expect(invite.headers.get('supported')).toBe('timer');
    expect(invite.headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO');
    await stage.answer(invite, 180, { headers: reliable(1) });
    expect(placed.provisional).toHaveLength(1);
    expect(pracks(stage)).toEqual([]);
  });

  test('--prack off: the response to OPTIONS within the call names neither, too', async () => {
    const stage = new Stage();
    const { session } = await stage.talking({ peer: { prack: false } });
    const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
    await stage.receive(requestText('OPTIONS', { callId, toTag, fromTag }));
    expect(stage.response().headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO');
    expect(stage.response().headers.get('supported')).toBe('timer');
  });

  test('Allow names PRACK and UPDATE', async () => {
    const { invite } = await new Stage().calling();
    expect(invite.headers.get('allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, PRACK, UPDATE');
  });
});

describe('a caller that requires 100rel', () => {
  const ringing = async (stage: Stage, parts = {}) => {
    await stage.receive(requestText('INVITE', { body: SDP, headers: ['Require: 100rel'], ...parts }));
    const [call] = stage.incoming;
    call?.ring(ANSWER);
    const toTag = call?.tag ?? '';
    const rseq = stage.response().headers.get('rseq') ?? '';
    const prack = (rack: string, cseq = 2): Promise<void> =>
      stage.receive(
        requestText('PRACK', { toTag, cseq, branch: `z9hG4bK-prack-${cseq}`, headers: [`RAck: ${rack}`] }),
      );
    return { call, toTag, rseq, prack };
  };

  test('gets a reliable 180 without SDP, until its PRACK', async () => {
    const stage = new Stage();
    const { call, rseq, prack } = await ringing(stage);
    expect(stage.newMessages()).toEqual(['100 INVITE', '180 INVITE']);
    const { headers, body } = stage.response();
    expect(headers.get('require')).toBe('100rel');
    expect(Number(rseq)).toBeGreaterThan(0);
    expect(body).toBe('');
    const times: number[] = [];
    for (const ms of [500, 1_000, 2_000, 4_000]) {
      await stage.clock.pass(ms - 1);
      expect(stage.newMessages()).toEqual([]);
      await stage.clock.pass(1);
      expect(stage.newMessages()).toEqual(['180 INVITE']);
      times.push(Number(stage.response().headers.get('rseq')));
    }
    expect(times).toEqual(Array(4).fill(Number(rseq)));
    await prack(`${Number(rseq) + 1} 1 INVITE`);
    await prack(`${rseq} 2 INVITE`, 3);
    await prack(`${rseq} 1 INVITE`, 4);
    await prack(`${rseq} 1 INVITE`, 5);
    expect(stage.newMessages()).toEqual(['481 PRACK', '481 PRACK', '200 PRACK', '481 PRACK']);
    await stage.clock.pass(60_000);
    expect(stage.newMessages()).toEqual([]);
    expect(call?.pending).toBe(true);
  });

  test('gets 504 after 32 s without PRACK', async () => {
    const stage = new Stage();
    let canceled = 0;
    const { call } = await ringing(stage);
    call?.onCanceled(() => canceled++);
    await stage.clock.pass(31_999);
    expect(stage.newMessages().filter((name) => name !== '180 INVITE')).toEqual(['100 INVITE']);
    await stage.clock.pass(1);
    expect(stage.newMessages()).toEqual(['504 INVITE']);
    expect(canceled).toBe(1);
    expect(stage.userAgent.load.sessions).toBe(0);
  });

  test('leaves nothing behind when its connection breaks', async () => {
    const stage = new Stage();
    const flow = stage.flow({ ...PEER, transport: 'tcp' }, true);
    const invite = { transport: 'TCP', body: SDP, headers: ['Require: 100rel'] };
    await stage.receive(requestText('INVITE', invite), flow);
    stage.incoming[0]?.ring(ANSWER);
    expect(stage.userAgent.load.sessions).toBe(1);
    flow.close();
    await stage.clock.pass(180_000);
    expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  });

  test('gets the 200 without waiting; its PRACK comes late', async () => {
    const stage = new Stage();
    const { call, toTag, rseq, prack } = await ringing(stage);
    const session = call?.answer(ANSWER);
    await prack(`${rseq} 1 INVITE`);
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await prack(`${rseq} 1 INVITE`, 3);
    await stage.clock.pass(60_000);
    expect(stage.newMessages()).toEqual(['100 INVITE', '180 INVITE', '200 INVITE', '200 PRACK', '481 PRACK']);
    expect(session?.ended).toBe(false);
  });

  test('but sends no offer gets no 18x', async () => {
    const stage = new Stage();
    const { call } = await ringing(stage, { body: '' });
    call?.answer(ANSWER);
    expect(stage.newMessages()).toEqual(['100 INVITE', '200 INVITE']);
  });

  test('Supported alone does not require it', async () => {
    const stage = new Stage();
    await ringing(stage, { headers: ['Supported: 100rel'] });
    expect(stage.response().headers.get('rseq')).toBeUndefined();
    await stage.clock.pass(40_000);
    expect(stage.newMessages()).toEqual(['100 INVITE', '180 INVITE']);
  });

  test.each([
    [0, '0'],
    [0.999, '10'],
  ])('may send UPDATE while it rings: with SDP 500 and Retry-After (%d: %s)', async (random, seconds) => {
    const stage = new Stage();
    stage.random = random;
    const { call, toTag } = await ringing(stage, { headers: [] });
    const parts = { toTag, cseq: 2, branch: 'z9hG4bK-2', contact: '<sip:new@192.0.2.50>' };
    await stage.receive(requestText('UPDATE', { ...parts, body: SDP }));
    expect(stage.response()).toMatchObject({ status: 500 });
    expect(stage.response().headers.get('retry-after')).toBe(seconds);
    await stage.receive(requestText('UPDATE', { ...parts, cseq: 3, branch: 'z9hG4bK-3' }));
    expect(stage.response()).toMatchObject({ status: 200 });
    expect(call?.answer(ANSWER)?.record.remoteTarget).toBe('sip:new@192.0.2.50');
  });

  test('may not go back in its CSeq after the answer', async () => {
    const stage = new Stage();
    const { call, toTag, rseq, prack } = await ringing(stage);
    await prack(`${rseq} 1 INVITE`, 3);
    call?.answer(ANSWER);
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    stage.newMessages();
    await stage.receive(requestText('INFO', { toTag, cseq: 2, branch: 'z9hG4bK-info-2' }));
    await stage.receive(requestText('INFO', { toTag, cseq: 4, branch: 'z9hG4bK-info-4' }));
    expect(stage.newMessages()).toEqual(['500 INFO', '200 INFO']);
  });
});
