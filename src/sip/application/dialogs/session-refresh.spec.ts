import { ANSWER } from '../../../../test/phone/harness/answered';
import { AUDIO, PEER, requestText, SDP, sdp } from '../../../../test/phone/harness/sip-texts';
import { Stage } from '../../../../test/phone/harness/stage';
import { settle } from '../../../../test/phone/harness/virtual-clock';

const UPDATES = 'Allow: INVITE, ACK, BYE, UPDATE';
const LOST = [{ by: 'failure', why: 'gone', q850: null }];

describe('we refresh', () => {
  const talking = (stage: Stage, allow = UPDATES, options = {}) =>
    stage.talking(options, { headers: ['Session-Expires: 100;refresher=uac', allow] });

  test('by UPDATE without SDP at half the time, and again', async () => {
    const stage = new Stage();
    const { ends, session } = await talking(stage);
    for (const _round of [1, 2, 3]) {
      await stage.clock.pass(49_999);
      expect(stage.newMessages()).toEqual([]);
      await stage.clock.pass(1);
      expect(stage.newMessages()).toEqual(['UPDATE']);
      const update = stage.request('UPDATE');
      expect(update.body).toBe('');
      expect(update.headers.get('session-expires')).toBe('100;refresher=uac');
      expect(update.headers.get('supported')).toBe('timer');
      expect(update.headers.get('contact')).toContain('sip:us@');
      const headers = ['Session-Expires: 100;refresher=uac'];
      await stage.answer(update, 200, { headers, contact: '<sip:moved@192.0.2.10>' });
    }
    expect(session.record.remoteTarget).toBe('sip:moved@192.0.2.10');
    expect(ends).toEqual([]);
  });

  test.each([
    ['Allow lacks UPDATE', 'Allow: INVITE, ACK, BYE', {}],
    ['there is no Allow', 'X-None: 1', {}],
    ['the trunk has --prack off', UPDATES, { peer: { prack: false } }],
  ])('by re-INVITE with the same version where %s', async (_what, allow, options) => {
    const stage = new Stage();
    const { ends, audios, invite } = {
      ...(await talking(stage, allow, options)),
      invite: stage.request('INVITE'),
    };
    await stage.clock.pass(50_000);
    expect(stage.newMessages()).toEqual(['INVITE']);
    const again = stage.request('INVITE');
    expect(again.body).toBe(invite.body);
    expect(again.headers.get('session-expires')).toBe('100;refresher=uac');
    await stage.answer(again, 200, { body: SDP, headers: ['Session-Expires: 100;refresher=uac'] });
    await stage.clock.pass(50_000);
    expect(stage.newMessages()).toEqual(['ACK', 'INVITE']);
    expect(audios).toEqual([]);
    expect(ends).toEqual([]);
  });

  test('by re-INVITE with what we answered, where the caller offered less than we have', async () => {
    const stage = new Stage();
    const body = sdp('192.0.2.10', 30_000, 'a=sendrecv', '0');
    await stage.receive(requestText('INVITE', { body, headers: ['Session-Expires: 100'] }));
    const session = stage.incoming[0]?.answer(ANSWER);
    const answer = stage.response();
    const toTag = session?.record.localTag ?? '';
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await stage.clock.pass(50_000);
    expect(answer.body).toContain('RTP/AVP 0\r\n');
    expect(stage.request('INVITE').body).toBe(answer.body);
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
    "by re-INVITE with the caller's stream %s, and its answer keeps the call",
    async (_what, offer, answer, local) => {
      const stage = new Stage();
      const flow = stage.flow({ ...PEER, transport: 'tls' }, true);
      const headers = ['Session-Expires: 100'];
      await stage.receive(requestText('INVITE', { body: offer, headers, transport: 'TLS' }), flow);
      const ends: unknown[] = [];
      const handlers = { onEnded: (end: unknown) => void ends.push(end) };
      const audio = { ...AUDIO, ...local };
      const session = stage.incoming[0]?.answer({ ...ANSWER, audio, handlers });
      const toTag = session?.record.localTag ?? '';
      await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', transport: 'TLS' }), flow);
      await stage.clock.pass(50_000);
      stage.newMessages();
      await stage.answer(stage.request('INVITE'), 200, { body: answer, headers, flow });
      expect(stage.newMessages()).toEqual(['ACK']);
      expect(ends).toEqual([]);
    },
  );

  test.each([405, 501])('by re-INVITE after an UPDATE got %d, then always', async (status) => {
    const stage = new Stage();
    await talking(stage);
    await stage.clock.pass(50_000);
    await stage.answer(stage.request('UPDATE'), status);
    expect(stage.newMessages()).toEqual(['UPDATE', 'INVITE']);
    const headers = ['Session-Expires: 100;refresher=uac'];
    await stage.answer(stage.request('INVITE'), 200, { body: SDP, headers });
    await stage.clock.pass(50_000);
    expect(stage.newMessages()).toEqual(['ACK', 'INVITE']);
  });

  test('422: once more with Min-SE', async () => {
    const stage = new Stage();
    await talking(stage);
    await stage.clock.pass(50_000);
    await stage.answer(stage.request('UPDATE'), 422, { headers: ['Min-SE: 200'] });
    expect(stage.newMessages()).toEqual(['UPDATE', 'UPDATE']);
    expect(stage.request('UPDATE').headers.get('session-expires')).toBe('200;refresher=uac');
    expect(stage.request('UPDATE').headers.get('min-se')).toBe('200');
  });

  test('491: again after 2.1 to 4 s', async () => {
    const stage = new Stage();
    await talking(stage);
    await stage.clock.pass(50_000);
    await stage.answer(stage.request('UPDATE'), 491);
    await stage.clock.pass(3_049);
    expect(stage.newMessages()).toEqual(['UPDATE']);
    await stage.clock.pass(1);
    expect(stage.newMessages()).toEqual(['UPDATE']);
  });

  test.each([
    ['UPDATE', UPDATES, 408],
    ['UPDATE', UPDATES, 481],
    ['INVITE', 'Allow: INVITE', 481],
  ])('%s, where %s, gets %d: BYE', async (method, allow, status) => {
    const stage = new Stage();
    const { ends } = await talking(stage, allow);
    await stage.clock.pass(50_000);
    await stage.answer(stage.request(method), status);
    expect(stage.newMessages().at(-1)).toBe('BYE');
    expect(ends).toEqual(LOST);
  });

  test('a re-INVITE that a proxy has, and nobody behind it answers: BYE after 32 s', async () => {
    const stage = new Stage();
    const { ends } = await talking(stage, 'Allow: INVITE');
    await stage.clock.pass(50_000);
    await stage.answer(stage.request('INVITE'), 100);
    await stage.clock.pass(31_000);
    expect(ends).toEqual([]);
    await stage.clock.pass(1_000);
    expect(ends).toEqual(LOST);
    expect(stage.newMessages()).toEqual(['INVITE', 'BYE']);
    await stage.answer(stage.request('BYE'), 200);
    await stage.clock.pass(60_000);
    expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  });

  test.each([UPDATES, 'Allow: INVITE'])('no answer, where %s: BYE', async (allow) => {
    const stage = new Stage();
    const { ends } = await talking(stage, allow);
    await stage.clock.pass(82_000);
    expect(stage.newMessages().at(-1)).toBe('BYE');
    expect(ends).toEqual(LOST);
  });

  test('another refusal: again until the time is over, then BYE', async () => {
    const stage = new Stage();
    const { ends } = await talking(stage);
    await stage.clock.pass(50_000);
    for (let tries = 1; tries <= 4; tries++) {
      await stage.answer(stage.request('UPDATE'), 500);
      await stage.clock.pass(10_000);
      expect(stage.newMessages().at(-1)).toBe('UPDATE');
      expect(ends).toEqual([]);
    }
    await stage.answer(stage.request('UPDATE'), 500);
    await stage.clock.pass(10_000);
    expect(stage.newMessages()).toEqual(['BYE']);
    expect(ends).toEqual(LOST);
    await stage.answer(stage.request('BYE'), 200);
    await stage.clock.pass(200_000);
    expect(stage.newMessages()).toEqual([]);
  });

  test('SIP hold refreshes, too, and waits for a refresh that runs', async () => {
    const stage = new Stage();
    const { session } = await talking(stage, 'Allow: INVITE');
    await stage.clock.pass(50_000);
    const hold = session.setDirection('sendonly');
    await settle();
    expect(stage.newMessages()).toEqual(['INVITE']);
    const headers = ['Session-Expires: 100;refresher=uac'];
    await stage.answer(stage.request('INVITE'), 200, { body: SDP, headers });
    const invite = stage.request('INVITE');
    expect(stage.newMessages()).toEqual(['ACK', 'INVITE']);
    expect(invite.body).toContain('a=sendonly');
    expect(invite.headers.get('session-expires')).toBe('100;refresher=uac');
    await stage.answer(invite, 200, { body: sdp('192.0.2.10', 30_000, 'a=recvonly'), headers });
    expect(await hold).toMatchObject({ kind: 'accepted' });
  });
});
