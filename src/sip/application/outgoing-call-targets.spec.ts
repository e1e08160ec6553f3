import { PEER, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import { cseqOf } from '../domain/message';

const SECOND = { transport: 'udp', address: '192.0.2.20', port: 5060 } as const;

describe('targets', () => {
  test('are tried in turn after a refused connection and a 503, but not after other refusals', async () => {
    const driver = new UserAgentDriver();
    driver.refusing.set('192.0.2.10:5060', 'refused');
    const third = { ...SECOND, address: '192.0.2.30' };
    const placed = driver.place({ targets: [PEER, SECOND, third] });
    await settle();
    await driver.answer(driver.request('INVITE'), 503, { flow: driver.flow(SECOND) });
    const last = driver.request('INVITE');
    expect(driver.sent.at(-1)?.flow.remote.address).toBe('192.0.2.30');
    expect(cseqOf(last)?.number).toBe(2);
    await driver.answer(last, 486, {
      flow: driver.flow(third),
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
    expect(driver.userAgent.health.order([PEER, SECOND, third])).toEqual([third, SECOND]);
    driver.clock.advance(30_001);
    expect(driver.userAgent.health.order([PEER, SECOND, third])).toEqual([PEER, SECOND, third]);
  });

  test('end with a 503 after ringing', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling({ targets: [PEER, SECOND] });
    await driver.answer(invite, 183);
    await driver.answer(invite, 503, { headers: ['Reason: Q.850;cause=17'] });
    expect(placed.failure).toMatchObject({ kind: 'refused', status: 503, q850: 17, rang: true });
  });

  test('end with a 503 whose cause decides', async () => {
    const driver = new UserAgentDriver();
    const triesNextTarget = (q850: number | null) => q850 !== 17;
    const { placed, invite } = await driver.calling({ targets: [PEER, SECOND], triesNextTarget });
    await driver.answer(invite, 503, { headers: ['Reason: Q.850;cause=17'] });
    expect(placed.failure).toMatchObject({ kind: 'refused', status: 503, q850: 17, rang: false });
    const other = await driver.calling({ targets: [PEER, SECOND], triesNextTarget });
    driver.newMessages();
    await driver.answer(other.invite, 503, { headers: ['Reason: Q.850;cause=34'] });
    expect(driver.newMessages()).toEqual(['ACK', 'INVITE']);
  });

  test('continue after a 199, which ends a fork and is no ringing', async () => {
    const driver = new UserAgentDriver();
    const { invite } = await driver.calling({ targets: [PEER, SECOND] });
    await driver.answer(invite, 199);
    await driver.answer(invite, 503);
    expect(driver.newMessages()).toEqual(['INVITE', 'ACK', 'INVITE']);
  });

  test('are skipped after 4 s of silence, to 32 s in all; the result reports whether other messages came', async () => {
    for (const heard of [false, true]) {
      const driver = new UserAgentDriver();
      const placed = driver.place({ targets: [PEER, SECOND] });
      await driver.clock.pass(3_999);
      expect(driver.userAgent.health.order([PEER, SECOND])).toEqual([PEER, SECOND]);
      await driver.clock.pass(1);
      expect(driver.userAgent.health.order([PEER, SECOND])).toEqual([SECOND]);
      const ping = driver.userAgent.request('OPTIONS', { target: PEER, uri: 'sip:example.com', peer: {} });
      await settle();
      if (heard) {
        await driver.answer(driver.request('OPTIONS'), 200);
        await ping;
        expect(driver.userAgent.health.order([PEER, SECOND])).toEqual([PEER, SECOND]);
      }
      await driver.clock.pass(28_000);
      expect(placed.failure).toMatchObject({ kind: 'silent', receivedSince: heard });
      expect(
        driver.sent.filter(({ message }) => message.kind === 'request' && message.method === 'INVITE'),
      ).toHaveLength(7);
      // What comes after we gave up is ended.
      driver.newMessages();
      await driver.answer(driver.request('INVITE'), 180);
      expect(driver.newMessages()).toEqual(['CANCEL']);
      await driver.answer(driver.request('INVITE'), 200, { body: SDP });
      expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
    }
  });

  test('come last for 30 s after an INVITE without a response, so that the next dial reaches another one', async () => {
    const driver = new UserAgentDriver();
    const placed = driver.place({ targets: [PEER, SECOND] });
    await driver.clock.pass(32_000);
    expect(placed.failure).toMatchObject({ kind: 'silent', receivedSince: false });
    await driver.clock.pass(29_999);
    expect(driver.userAgent.health.order([PEER, SECOND])).toEqual([SECOND, PEER]);
    expect(driver.userAgent.health.stateOf([PEER])).toBe('unknown');
    await driver.clock.pass(2);
    expect(driver.userAgent.health.order([PEER, SECOND])).toEqual([PEER, SECOND]);
  });

  test('may be none', async () => {
    const driver = new UserAgentDriver();
    const placed = driver.place({ targets: [] });
    await settle();
    expect(placed.failure).toMatchObject({ kind: 'unreachable', why: 'resolve', targets: [] });
  });

  test('get the same request once more when a connection breaks before any response', async () => {
    const driver = new UserAgentDriver();
    const target = { ...PEER, transport: 'tcp' } as const;
    const placed = driver.place({ targets: [target] });
    await settle();
    driver.flow(target).close();
    await settle();
    expect(driver.newMessages()).toEqual(['INVITE', 'INVITE']);
    const [first, again] = driver.sent;
    expect(again?.message.headers.get('via')).toBe(first?.message.headers.get('via'));
    driver.refusing.set('192.0.2.10:5060', 'refused');
    again?.flow.close();
    await settle();
    expect(placed.failure).toMatchObject({ kind: 'unreachable', why: 'closed' });
    expect(driver.clock.now()).toBe(0);
  });
});
