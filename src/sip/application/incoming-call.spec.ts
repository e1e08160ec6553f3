import { ANSWER, answered } from '../../../test/phone/harness/answered';
import { LOCAL, PEER, SDP, requestText, sdp } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { tagOf } from '../domain/header-values';

test('100 at once, 180, 200 with our answer until the ACK', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP, headers: ['Record-Route: <sip:192.0.2.8;lr>'] }));
  expect(stage.newMessages()).toEqual(['100 INVITE']);
  expect(stage.clock.now()).toBe(0);
  const [call] = stage.incoming;
  call?.ring(ANSWER);
  const session = call?.answer(ANSWER);
  expect(stage.newMessages()).toEqual(['180 INVITE', '200 INVITE']);
  const { headers, body } = stage.response();
  expect(headers.get('record-route')).toBe('<sip:192.0.2.8;lr>');
  expect(headers.get('contact')).toBe(`<sip:us@${LOCAL}:5060>`);
  expect(headers.get('via')).toContain(';received=192.0.2.10');
  expect(headers.get('via')).toContain('rport=5060');
  expect(body).toContain('m=audio 40000 RTP/AVP 8 0 101');
  await stage.clock.pass(3_600);
  expect(stage.newMessages()).toEqual(['200 INVITE', '200 INVITE', '200 INVITE']);
  const toTag = session?.record.localTag ?? '';
  await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  await stage.clock.pass(60_000);
  expect(stage.newMessages()).toEqual([]);
  expect(session?.ended).toBe(false);
});

test('an INVITE that comes again changes nothing and gets the last response', async () => {
  const stage = new Stage();
  for (let again = 0; again < 3; again++) await stage.receive(requestText('INVITE', { body: SDP }));
  expect(stage.incoming).toHaveLength(1);
  expect(stage.newMessages()).toEqual(['100 INVITE', '100 INVITE', '100 INVITE']);
});

test('without an ACK for 32 s the call ends with BYE', async () => {
  const stage = new Stage();
  const { ends } = await answered(stage, { ack: false });
  await stage.clock.pass(32_000);
  expect(ends).toEqual([{ by: 'failure', why: 'no_ack', q850: null }]);
  expect(stage.newMessages().at(-1)).toBe('BYE');
});

test('our hang-up waits for the ACK, then sends BYE', async () => {
  const stage = new Stage();
  const { session, toTag } = await answered(stage, { ack: false });
  void session.hangUp();
  await stage.clock.pass(100);
  expect(stage.newMessages()).toEqual([]);
  await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  expect(stage.newMessages()).toEqual(['BYE']);
  await stage.answer(stage.request('BYE'), 200);
  expect(stage.userAgent.load.sessions).toBe(0);
});

test('a call that is neither answered nor canceled does not stay', async () => {
  const stage = new Stage();
  let canceled = 0;
  await stage.receive(requestText('INVITE', { body: SDP }));
  stage.incoming[0]?.onCanceled(() => canceled++);
  await stage.clock.pass(180_000);
  expect(stage.newMessages().slice(0, 2)).toEqual(['100 INVITE', '480 INVITE']);
  expect(canceled).toBe(1);
  await stage.clock.pass(60_000);
  expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
});

test('CANCEL is matched by branch, not by Call-ID', async () => {
  const stage = new Stage();
  let canceled = 0;
  await stage.receive(requestText('INVITE', { body: SDP }));
  stage.incoming[0]?.onCanceled(() => canceled++);
  await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-other' }));
  expect(stage.newMessages()).toEqual(['100 INVITE', '481 CANCEL']);
  expect(canceled).toBe(0);
  await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(stage.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  expect(canceled).toBe(1);
  expect(stage.incoming[0]?.answer(ANSWER)).toBeNull();
  stage.incoming[0]?.reject(486);
  expect(stage.newMessages()).toEqual([]);
});

test.each([false, true])(
  'BYE while it rings: 200, and 487 for the INVITE (100rel: %s)',
  async (isReliable) => {
    const stage = new Stage();
    let canceled = 0;
    const headers = isReliable ? ['Require: 100rel'] : [];
    await stage.receive(requestText('INVITE', { body: SDP, headers }));
    const [call] = stage.incoming;
    call?.onCanceled(() => canceled++);
    call?.ring(ANSWER);
    const toTag = call?.tag ?? '';
    stage.newMessages();
    await stage.receive(requestText('BYE', { toTag, cseq: 2 }));
    expect(stage.newMessages()).toEqual(['200 BYE', '487 INVITE']);
    expect(tagOf(stage.response().headers.get('to'))).toBe(toTag);
    expect([canceled, call?.pending]).toEqual([1, false]);
    expect(call?.answer(ANSWER)).toBeNull();
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-INVITE-1' }));
    await stage.receive(requestText('BYE', { toTag, cseq: 3, branch: 'z9hG4bK-BYE-2' }));
    expect(stage.newMessages()).toEqual(['481 BYE']);
    await stage.clock.pass(60_000);
    expect(stage.newMessages()).toEqual([]);
    expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  },
);

test('a CANCEL that crosses our 200 changes nothing', async () => {
  const stage = new Stage();
  const { session } = await answered(stage, { ack: false });
  await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(stage.newMessages()).toEqual(['200 CANCEL']);
  expect(session.ended).toBe(false);
});

test('a refusal is sent until its ACK', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP }));
  stage.incoming[0]?.reject(486, { headers: [['reason', 'Q.850;cause=17']] });
  expect(stage.response()).toMatchObject({ status: 486 });
  await stage.clock.pass(600);
  expect(stage.newMessages()).toEqual(['100 INVITE', '486 INVITE', '486 INVITE']);
  await stage.receive(requestText('ACK', { branch: 'z9hG4bK-INVITE-1' }));
  await stage.clock.pass(60_000);
  expect(stage.newMessages()).toEqual([]);
  expect(stage.userAgent.load.transactions).toBe(0);
});

test('late offer: ours is in the 200, the answer in the ACK', async () => {
  const stage = new Stage();
  const { session, toTag, audios, ends } = await answered(stage, { ack: false, body: '' });
  expect(stage.response().body).toContain('m=audio 40000 RTP/AVP 8 0 101');
  expect(session.remoteAudio).toBeNull();
  await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', body: SDP }));
  expect(audios).toMatchObject([{ port: 30_000, codec: 'pcma' }]);
  expect(ends).toEqual([]);
});

test('late offer without an answer: the call ends with BYE', async () => {
  const stage = new Stage();
  const { toTag, ends } = await answered(stage, { ack: false, body: '' });
  await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  expect(ends).toEqual([{ by: 'failure', why: 'no_audio', q850: null }]);
  expect(stage.newMessages()).toEqual(['BYE']);
});

test.each([
  ['IPv6 alone', SDP.replaceAll('IN IP4 192.0.2.10', 'IN IP6 2001:db8::1')],
  ['no codec of ours', sdp('192.0.2.10', 30_000, 'a=sendrecv', '18')],
  ['no audio', SDP.replace('m=audio', 'm=video')],
  ['SRTP alone', SDP.replace('RTP/AVP', 'RTP/SAVP')],
  ['no description', 'v=1'],
])('488 for an offer with %s', async (_what, body) => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body }));
  expect(stage.newMessages()).toEqual(['488 INVITE']);
  expect(stage.incoming).toEqual([]);
});

test.each(['', '*', '<tel:+912240000000>'])('400 for a call whose Contact is "%s"', async (contact) => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP, contact }));
  expect(stage.newMessages()).toEqual(['400 INVITE']);
  expect(stage.incoming).toEqual([]);
});

test('the answers to a CANCEL and to its INVITE have one tag', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP }));
  await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  const [canceled, terminated] = stage.sent.slice(-2).map(({ message }) => message.headers.get('to'));
  expect(canceled).toBe(terminated);
});

test('accepts SIP hold by 0.0.0.0 in the INVITE', async () => {
  const stage = new Stage();
  const { session } = await answered(stage, { body: sdp('0.0.0.0', 30_000) });
  expect(session.remoteAudio).toMatchObject({ onHold: true, direction: 'recvonly' });
});

test('reads the identities and privacy of a caller', async () => {
  const stage = new Stage();
  const headers = [
    'P-Asserted-Identity: <tel:+919812345678>, "Asha" <sip:+919812345678@192.0.2.10>',
    'Privacy: id; critical',
  ];
  await stage.receive(
    requestText('INVITE', { body: SDP, headers, uri: 'sip:+918012345678@192.0.2.1;user=phone' }),
  );
  const [call] = stage.incoming;
  expect(call?.requestUri).toBe('sip:+918012345678@192.0.2.1;user=phone');
  expect(call?.identities).toMatchObject([
    { display: 'Asha', uri: 'sip:+919812345678@192.0.2.10' },
    { uri: 'tel:+919812345678' },
  ]);
  expect(call?.privacy).toEqual(['id', 'critical']);
  expect(call?.source).toEqual({ address: PEER.address, port: PEER.port });
});

test('distinguishes a CANCEL that crosses our 200 from one before it', async () => {
  const stage = new Stage();
  const heard: string[] = [];
  await stage.receive(requestText('INVITE', { body: SDP }));
  const [call] = stage.incoming;
  call?.onCanceled(() => heard.push('canceled'));
  call?.onLateCancel(() => heard.push('late'));
  const session = call?.answer(ANSWER);
  await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(heard).toEqual(['late']);
  // The call stands: its caller has to hang up.
  expect(session?.ended).toBe(false);
  void session?.hangUp();
  stage.newMessages();
  await stage.receive(requestText('ACK', { toTag: session?.record.localTag ?? '', branch: 'z9hG4bK-ack' }));
  expect(stage.newMessages()).toEqual(['BYE']);
});

test('reports a repeated CANCEL before our answer once', async () => {
  const stage = new Stage();
  const heard: string[] = [];
  await stage.receive(requestText('INVITE', { body: SDP }));
  const [call] = stage.incoming;
  call?.onCanceled(() => heard.push('canceled'));
  call?.onLateCancel(() => heard.push('late'));
  for (let again = 0; again < 3; again++)
    await stage.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(heard).toEqual(['canceled']);
  expect(call?.answer(ANSWER)).toBeNull();
});

test('the dialog of an answer is known before it is given', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP }));
  const [call] = stage.incoming;
  const dialog = call?.dialog({});
  expect(call?.answer(ANSWER)?.record).toEqual(dialog);
  expect(call?.text).toMatch(/^INVITE /);
});
