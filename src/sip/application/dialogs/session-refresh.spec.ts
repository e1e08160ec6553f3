import { ANSWER } from '../../../../test/phone/harness/answered';
import { AUDIO, PEER, requestText, SDP, sdp } from '../../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../../test/phone/harness/virtual-clock';

const UPDATES = 'Allow: INVITE, ACK, BYE, UPDATE';
const LOST = [{ by: 'failure', why: 'gone', q850: null }];

describe('our refresh of a session', () => {
  const talking = (driver: UserAgentDriver, allow = UPDATES, options = {}) =>
    driver.talking(options, { headers: ['Session-Expires: 100;refresher=uac', allow] });

  test('is an UPDATE without SDP at half the time, and again', async () => {
    const driver = new UserAgentDriver();
    const { ends, session } = await talking(driver);
    for (const _round of [1, 2, 3]) {
      await driver.clock.pass(49_999);
      expect(driver.newMessages()).toEqual([]);
      await driver.clock.pass(1);
      expect(driver.newMessages()).toEqual(['UPDATE']);
      const update = driver.request('UPDATE');
      expect(update.body).toBe('');
      expect(update.headers.get('session-expires')).toBe('100;refresher=uac');
      expect(update.headers.get('supported')).toBe('timer');
      expect(update.headers.get('contact')).toContain('sip:us@');
      const headers = ['Session-Expires: 100;refresher=uac'];
      await driver.answer(update, 200, { headers, contact: '<sip:moved@192.0.2.10>' });
    }
    expect(session.record.remoteTarget).toBe('sip:moved@192.0.2.10');
    expect(ends).toEqual([]);
  });

  test.each([
    ['Allow lacks UPDATE', 'Allow: INVITE, ACK, BYE', {}],
    ['there is no Allow', 'X-None: 1', {}],
    ['the trunk has --prack off', UPDATES, { peer: { prack: false } }],
  ])('is a re-INVITE with the same version where %s', async (_what, allow, options) => {
    const driver = new UserAgentDriver();
    const { ends, audios, invite } = {
      ...(await talking(driver, allow, options)),
      invite: driver.request('INVITE'),
    };
    await driver.clock.pass(50_000);
    expect(driver.newMessages()).toEqual(['INVITE']);
    const again = driver.request('INVITE');
    expect(again.body).toBe(invite.body);
    expect(again.headers.get('session-expires')).toBe('100;refresher=uac');
    await driver.answer(again, 200, { body: SDP, headers: ['Session-Expires: 100;refresher=uac'] });
    await driver.clock.pass(50_000);
    expect(driver.newMessages()).toEqual(['ACK', 'INVITE']);
    expect(audios).toEqual([]);
    expect(ends).toEqual([]);
  });

  test('is a re-INVITE with what we answered, where the caller offered less than we have', async () => {
    const driver = new UserAgentDriver();
    const body = sdp('192.0.2.10', 30_000, 'a=sendrecv', '0');
    await driver.receive(requestText('INVITE', { body, headers: ['Session-Expires: 100'] }));
    const session = driver.incoming[0]?.answer(ANSWER);
    const answer = driver.response();
    const toTag = session?.record.localTag ?? '';
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await driver.clock.pass(50_000);
    expect(answer.body).toContain('RTP/AVP 0\r\n');
    expect(driver.request('INVITE').body).toBe(answer.body);
  });

  const SHORT = 'AES_CM_128_HMAC_SHA1_32';
  const [OURS, THEIRS] = ['A'.repeat(40), 'B'.repeat(40)];
  const withStreams = (...lines: string[]) => SDP.replace('m=audio', `${lines.join('\r\n')}\r\nm=audio`);
  const encrypted = (key: string) =>
    SDP.replace('RTP/AVP', 'RTP/SAVP').replace('a=sendrecv', `a=crypto:6 ${SHORT} inline:${key}`);

  test.each([
    ['with the tag and suite of its crypto line', encrypted(THEIRS), encrypted(THEIRS), { srtpKey: OURS }],
    [
      'after a stream that we refused',
      withStreams('m=video 4000 RTP/AVP 31'),
      withStreams('m=video 0 RTP/AVP 31'),
      {},
    ],
    [
      'after a kind that we do not have',
      withStreams('m=audio 4000 RTP/SAVP 8'),
      withStreams('m=audio 0 RTP/SAVP 8'),
      {},
    ],
  ])(
    "is a re-INVITE with the caller's stream %s, and its answer continues the call",
    async (_what, offer, answer, local) => {
      const driver = new UserAgentDriver();
      const flow = driver.flow({ ...PEER, transport: 'tls' }, true);
      const headers = ['Session-Expires: 100'];
      await driver.receive(requestText('INVITE', { body: offer, headers, transport: 'TLS' }), flow);
      const ends: unknown[] = [];
      const handlers = { onEnded: (end: unknown) => void ends.push(end) };
      const audio = { ...AUDIO, ...local };
      const session = driver.incoming[0]?.answer({ ...ANSWER, audio, handlers });
      const toTag = session?.record.localTag ?? '';
      await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', transport: 'TLS' }), flow);
      await driver.clock.pass(50_000);
      driver.newMessages();
      await driver.answer(driver.request('INVITE'), 200, { body: answer, headers, flow });
      expect(driver.newMessages()).toEqual(['ACK']);
      expect(ends).toEqual([]);
    },
  );

  test.each([405, 501])('is always a re-INVITE after an UPDATE got %d', async (status) => {
    const driver = new UserAgentDriver();
    await talking(driver);
    await driver.clock.pass(50_000);
    await driver.answer(driver.request('UPDATE'), status);
    expect(driver.newMessages()).toEqual(['UPDATE', 'INVITE']);
    const headers = ['Session-Expires: 100;refresher=uac'];
    await driver.answer(driver.request('INVITE'), 200, { body: SDP, headers });
    await driver.clock.pass(50_000);
    expect(driver.newMessages()).toEqual(['ACK', 'INVITE']);
  });

  test('is repeated once with Min-SE after 422', async () => {
    const driver = new UserAgentDriver();
    await talking(driver);
    await driver.clock.pass(50_000);
    await driver.answer(driver.request('UPDATE'), 422, { headers: ['Min-SE: 200'] });
    expect(driver.newMessages()).toEqual(['UPDATE', 'UPDATE']);
    expect(driver.request('UPDATE').headers.get('session-expires')).toBe('200;refresher=uac');
    expect(driver.request('UPDATE').headers.get('min-se')).toBe('200');
  });

  test('is repeated 2.1 to 4 s after 491', async () => {
    const driver = new UserAgentDriver();
    await talking(driver);
    await driver.clock.pass(50_000);
    await driver.answer(driver.request('UPDATE'), 491);
    await driver.clock.pass(3_049);
    expect(driver.newMessages()).toEqual(['UPDATE']);
    await driver.clock.pass(1);
    expect(driver.newMessages()).toEqual(['UPDATE']);
  });

  test.each([
    ['UPDATE', UPDATES, 408],
    ['UPDATE', UPDATES, 481],
    ['INVITE', 'Allow: INVITE', 481],
  ])('ends with BYE: %s, where %s, gets %d', async (method, allow, status) => {
    const driver = new UserAgentDriver();
    const { ends } = await talking(driver, allow);
    await driver.clock.pass(50_000);
    await driver.answer(driver.request(method), status);
    expect(driver.newMessages().at(-1)).toBe('BYE');
    expect(ends).toEqual(LOST);
  });

  test('ends with BYE after 32 s for a re-INVITE that a proxy has, without a final response', async () => {
    const driver = new UserAgentDriver();
    const { ends } = await talking(driver, 'Allow: INVITE');
    await driver.clock.pass(50_000);
    await driver.answer(driver.request('INVITE'), 100);
    await driver.clock.pass(31_000);
    expect(ends).toEqual([]);
    await driver.clock.pass(1_000);
    expect(ends).toEqual(LOST);
    expect(driver.newMessages()).toEqual(['INVITE', 'BYE']);
    await driver.answer(driver.request('BYE'), 200);
    await driver.clock.pass(60_000);
    expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  });

  test.each([UPDATES, 'Allow: INVITE'])('ends with BYE without a response, where %s', async (allow) => {
    const driver = new UserAgentDriver();
    const { ends } = await talking(driver, allow);
    await driver.clock.pass(82_000);
    expect(driver.newMessages().at(-1)).toBe('BYE');
    expect(ends).toEqual(LOST);
  });

  test('is repeated after another refusal until the time is over, then ends with BYE', async () => {
    const driver = new UserAgentDriver();
    const { ends } = await talking(driver);
    await driver.clock.pass(50_000);
    for (let tries = 1; tries <= 4; tries++) {
      await driver.answer(driver.request('UPDATE'), 500);
      await driver.clock.pass(10_000);
      expect(driver.newMessages().at(-1)).toBe('UPDATE');
      expect(ends).toEqual([]);
    }
    await driver.answer(driver.request('UPDATE'), 500);
    await driver.clock.pass(10_000);
    expect(driver.newMessages()).toEqual(['BYE']);
    expect(ends).toEqual(LOST);
    await driver.answer(driver.request('BYE'), 200);
    await driver.clock.pass(200_000);
    expect(driver.newMessages()).toEqual([]);
  });

  test('is SIP hold, too, which waits for a running refresh', async () => {
    const driver = new UserAgentDriver();
    const { session } = await talking(driver, 'Allow: INVITE');
    await driver.clock.pass(50_000);
    const hold = session.setDirection('sendonly');
    await settle();
    expect(driver.newMessages()).toEqual(['INVITE']);
    const headers = ['Session-Expires: 100;refresher=uac'];
    await driver.answer(driver.request('INVITE'), 200, { body: SDP, headers });
    const invite = driver.request('INVITE');
    expect(driver.newMessages()).toEqual(['ACK', 'INVITE']);
    expect(invite.body).toContain('a=sendonly');
    expect(invite.headers.get('session-expires')).toBe('100;refresher=uac');
    await driver.answer(invite, 200, { body: sdp('192.0.2.10', 30_000, 'a=recvonly'), headers });
    expect(await hold).toMatchObject({ kind: 'accepted' });
  });
});
