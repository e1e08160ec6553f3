import { AUDIO, LOCAL, PEER, SDP, requestText, sdp } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import type { Session } from './session';
import type { SessionEnd } from './session-types';

const ANSWER = { audio: AUDIO, peer: {}, contact: 'us' };

/** An INVITE that we answered; its ACK came unless `ack` is false. */
async function answered(stage: Stage, { ack = true, body = SDP } = {}) {
  const ends: SessionEnd[] = [];
  const audios: unknown[] = [];
  await stage.receive(requestText('INVITE', { body }));
  const session = stage.incoming[0]?.answer({
    ...ANSWER,
    handlers: { ended: (end) => ends.push(end), audio: (audio) => audios.push(audio) },
  }) as Session;
  const toTag = session.record.localTag;
  if (ack) await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  stage.newMessages();
  return { session, toTag, ends, audios };
}

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

test('an early hold of the old way is understood', async () => {
  const stage = new Stage();
  const { session } = await answered(stage, { body: sdp('0.0.0.0', 30_000) });
  expect(session.remoteAudio).toMatchObject({ held: true, direction: 'recvonly' });
});

describe('within the call', () => {
  const within = (method: string, toTag: string, cseq: number, parts = {}) =>
    requestText(method, { toTag, cseq, branch: `z9hG4bK-${method}-${cseq}`, ...parts });

  test('BYE ends it, with its cause', async () => {
    const stage = new Stage();
    const { ends, toTag } = await answered(stage);
    await stage.receive(within('BYE', toTag, 2, { headers: ['Reason: SIP;cause=200, Q.850;cause=16'] }));
    expect(stage.newMessages()).toEqual(['200 BYE']);
    expect(ends).toEqual([{ by: 'remote', why: 'bye', q850: 16 }]);
    await stage.receive(within('BYE', toTag, 3));
    expect(stage.newMessages()).toEqual(['481 BYE']);
  });

  test('a dialog is found by all three parts of its name', async () => {
    const stage = new Stage();
    const { ends, toTag } = await answered(stage);
    await stage.receive(within('BYE', toTag, 2, { fromTag: 'stranger' }));
    await stage.receive(within('BYE', 'wrong', 3));
    await stage.receive(within('BYE', toTag, 4, { callId: 'other' }));
    expect(stage.newMessages()).toEqual(['481 BYE', '481 BYE', '481 BYE']);
    expect(ends).toEqual([]);
  });

  test('an older CSeq gets 500', async () => {
    const stage = new Stage();
    const { ends, toTag } = await answered(stage);
    await stage.receive(within('BYE', toTag, 1));
    expect(stage.newMessages()).toEqual(['500 BYE']);
    expect(ends).toEqual([]);
  });

  test('OPTIONS 200, INFO with keys, INFO with something else, UPDATE 405, REFER 603', async () => {
    const stage = new Stage();
    const { session, toTag } = await answered(stage);
    const keys: string[] = [];
    session.listen({ dtmf: (key, ms) => keys.push(`${key} ${ms}`) });
    const relay = 'Signal= 5\r\nDuration= 250\r\n';
    const info = (cseq: number, type: string, body: string) =>
      within('INFO', toTag, cseq, { body }).replace('application/sdp', type);
    await stage.receive(within('OPTIONS', toTag, 2));
    await stage.receive(info(3, 'application/dtmf-relay', relay));
    await stage.receive(info(4, 'application/dtmf', '#'));
    await stage.receive(info(5, 'text/plain', 'hello'));
    await stage.receive(within('UPDATE', toTag, 6));
    await stage.receive(within('REFER', toTag, 7));
    expect(stage.newMessages()).toEqual([
      '200 OPTIONS',
      '200 INFO',
      '200 INFO',
      '415 INFO',
      '405 UPDATE',
      '603 REFER',
    ]);
    expect(keys).toEqual(['5 250', '# 160']);
  });

  test.each([
    ['a=sendonly', 'a=recvonly', { held: true, direction: 'recvonly' }],
    ['a=inactive', 'a=inactive', { held: true, direction: 'inactive' }],
    ['a=recvonly', 'a=sendonly', { held: false, direction: 'sendonly' }],
  ])('the far side holds: %s', async (offered, expected, audio) => {
    const stage = new Stage();
    const { toTag, audios, session } = await answered(stage);
    await stage.receive(within('INVITE', toTag, 2, { body: sdp('192.0.2.10', 30_000, offered) }));
    expect(stage.response().body).toContain(`${expected}\r\n`);
    expect(stage.response().body).toMatch(/^o=- \d+ 2 /m);
    await stage.receive(within('ACK', toTag, 2));
    expect(audios).toMatchObject([audio]);
    await stage.receive(within('INVITE', toTag, 3, { body: SDP, contact: '<sip:new@192.0.2.50>' }));
    await stage.receive(within('ACK', toTag, 3));
    expect(audios).toHaveLength(2);
    expect(session.remoteAudio).toMatchObject({ held: false, direction: 'sendrecv' });
    expect(session.record.remoteTarget).toBe('sip:new@192.0.2.50');
  });

  test('a re-INVITE whose offer we cannot take gets 488, and the call goes on as it was', async () => {
    const stage = new Stage();
    const { toTag, session } = await answered(stage);
    await stage.receive(within('INVITE', toTag, 2, { body: sdp('192.0.2.10', 30_000, 'a=sendrecv', '18') }));
    expect(stage.newMessages()).toEqual(['488 INVITE']);
    expect(session.remoteAudio).toMatchObject({ port: 30_000 });
    expect(session.ended).toBe(false);
  });

  test('a re-INVITE that overtakes the ACK says that our 200 arrived', async () => {
    const stage = new Stage();
    let confirmed = 0;
    const { session, toTag } = await answered(stage, { ack: false });
    session.listen({ confirmed: () => confirmed++ });
    await stage.receive(within('INVITE', toTag, 2, { body: SDP }));
    expect(stage.newMessages()).toEqual(['200 INVITE']);
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await stage.receive(within('ACK', toTag, 2));
    await stage.clock.pass(60_000);
    expect(stage.newMessages()).toEqual([]);
    expect(confirmed).toBe(1);
    expect(session.ended).toBe(false);
  });

  test('a re-INVITE before the ACK with the answer to our offer gets 491', async () => {
    const stage = new Stage();
    const { toTag } = await answered(stage, { ack: false, body: '' });
    await stage.receive(within('INVITE', toTag, 2, { body: SDP }));
    expect(stage.newMessages()).toEqual(['491 INVITE']);
  });

  test('the rate of requests in one dialog is limited', async () => {
    const stage = new Stage();
    const { toTag } = await answered(stage);
    for (let cseq = 2; cseq < 202; cseq++) await stage.receive(within('OPTIONS', toTag, cseq));
    expect(stage.newMessages().length).toBeLessThan(60);
    expect(stage.dropped.filter((reason) => reason === 'rate').length).toBeGreaterThan(140);
  });
});

test('what a caller says of itself', async () => {
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

test('a CANCEL that crosses our 200 is told apart from one before it', async () => {
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

test('a CANCEL before our answer is told once, however often it comes', async () => {
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
