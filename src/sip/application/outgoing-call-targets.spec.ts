import { PEER, SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { settle } from '../../../test/phone/harness/virtual-clock';
import { cseqOf } from '../domain/message';

const SECOND = { transport: 'udp', address: '192.0.2.20', port: 5060 } as const;

describe('targets', () => {
  test('a refused connection and a 503 go to the next, other refusals end the call', async () => {
    const stage = new Stage();
    stage.refusing.set('192.0.2.10:5060', 'refused');
    const third = { ...SECOND, address: '192.0.2.30' };
    const placed = stage.place({ targets: [PEER, SECOND, third] });
    await settle();
    await stage.answer(stage.request('INVITE'), 503, { flow: stage.flow(SECOND) });
    const last = stage.request('INVITE');
    expect(stage.sent.at(-1)?.flow.remote.address).toBe('192.0.2.30');
    expect(cseqOf(last)?.number).toBe(2);
    await stage.answer(last, 486, {
      flow: stage.flow(third),
      headers: ['Reason: Q.850;cause=17;text="User busy"'],
    });
    expect(placed.failure).toMatchObject({
      kind: 'refused',
      status: 486,
      q850: 17,
      rang: false,
      targets: [
        { target: PEER, result: 'unreachable', why: 'refused' },
        { target: SECOND, result: 'unavailable', status: 503 },
        { target: third, result: 'final', status: 486 },
      ],
    });
    // For 30 s the one that refused is out, the one with 503 comes last.
    expect(stage.userAgent.health.order([PEER, SECOND, third])).toEqual([third, SECOND]);
    stage.clock.advance(30_001);
    expect(stage.userAgent.health.order([PEER, SECOND, third])).toEqual([PEER, SECOND, third]);
  });

  test('a 503 after it rang is the end', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling({ targets: [PEER, SECOND] });
    await stage.answer(invite, 183);
    await stage.answer(invite, 503, { headers: ['Reason: Q.850;cause=17'] });
    expect(placed.failure).toMatchObject({ kind: 'refused', status: 503, q850: 17, rang: true });
  });

  test('a 503 whose cause decides is the end', async () => {
    const stage = new Stage();
    const triesNextTarget = (q850: number | null) => q850 !== 17;
    const { placed, invite } = await stage.calling({ targets: [PEER, SECOND], triesNextTarget });
    await stage.answer(invite, 503, { headers: ['Reason: Q.850;cause=17'] });
    expect(placed.failure).toMatchObject({ kind: 'refused', status: 503, q850: 17, rang: false });
    const other = await stage.calling({ targets: [PEER, SECOND], triesNextTarget });
    stage.newMessages();
    await stage.answer(other.invite, 503, { headers: ['Reason: Q.850;cause=34'] });
    expect(stage.newMessages()).toEqual(['ACK', 'INVITE']);
  });

  test('a 199, which ends a fork, is no ringing: the next target follows', async () => {
    const stage = new Stage();
    const { invite } = await stage.calling({ targets: [PEER, SECOND] });
    await stage.answer(invite, 199);
    await stage.answer(invite, 503);
    expect(stage.newMessages()).toEqual(['INVITE', 'ACK', 'INVITE']);
  });

  test('a silent target is skipped after 4 s, and the call ends after 32 s; the result states whether other messages came', async () => {
    for (const heard of [false, true]) {
      const stage = new Stage();
      const placed = stage.place({ targets: [PEER, SECOND] });
      await stage.clock.pass(3_999);
      expect(stage.userAgent.health.order([PEER, SECOND])).toEqual([PEER, SECOND]);
      await stage.clock.pass(1);
      expect(stage.userAgent.health.order([PEER, SECOND])).toEqual([SECOND]);
      const ping = stage.userAgent.request('OPTIONS', { target: PEER, uri: 'sip:example.com', peer: {} });
      await settle();
      if (heard) {
        await stage.answer(stage.request('OPTIONS'), 200);
        await ping;
        expect(stage.userAgent.health.order([PEER, SECOND])).toEqual([PEER, SECOND]);
      }
      await stage.clock.pass(28_000);
      expect(placed.failure).toMatchObject({ kind: 'silent', receivedSince: heard });
      expect(
        stage.sent.filter(({ message }) => message.kind === 'request' && message.method === 'INVITE'),
      ).toHaveLength(7);
      // What comes after we gave up is ended.
      stage.newMessages();
      await stage.answer(stage.request('INVITE'), 180);
      expect(stage.newMessages()).toEqual(['CANCEL']);
      await stage.answer(stage.request('INVITE'), 200, { body: SDP });
      expect(stage.newMessages()).toEqual(['ACK', 'BYE']);
    }
  });

  test('no target at all', async () => {
    const stage = new Stage();
    const placed = stage.place({ targets: [] });
    await settle();
    expect(placed.failure).toMatchObject({ kind: 'unreachable', why: 'resolve', targets: [] });
  });

  test('a connection that breaks off before any answer is opened once more with the same request', async () => {
    const stage = new Stage();
    const target = { ...PEER, transport: 'tcp' } as const;
    const placed = stage.place({ targets: [target] });
    await settle();
    stage.flow(target).close();
    await settle();
    expect(stage.newMessages()).toEqual(['INVITE', 'INVITE']);
    const [first, again] = stage.sent;
    expect(again?.message.headers.get('via')).toBe(first?.message.headers.get('via'));
    stage.refusing.set('192.0.2.10:5060', 'refused');
    again?.flow.close();
    await settle();
    expect(placed.failure).toMatchObject({ kind: 'unreachable', why: 'closed' });
    expect(stage.clock.now()).toBe(0);
  });
});
