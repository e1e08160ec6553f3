import { ANSWER, answered } from '../../../test/phone/harness/answered';
import { LOCAL, PEER, SDP, requestText, sdp } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { tagOf } from '../domain/header-values';

test('sends 100 at once, 180, and 200 with our answer until the ACK', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP, headers: ['Record-Route: <sip:192.0.2.8;lr>'] }));
  expect(driver.newMessages()).toEqual(['100 INVITE']);
  expect(driver.clock.now()).toBe(0);
  const [call] = driver.incoming;
  call?.ring(ANSWER);
  const session = call?.answer(ANSWER);
  expect(driver.newMessages()).toEqual(['180 INVITE', '200 INVITE']);
  const { headers, body } = driver.response();
  expect(headers.get('record-route')).toBe('<sip:192.0.2.8;lr>');
  expect(headers.get('contact')).toBe(`<sip:us@${LOCAL}:5060>`);
  expect(headers.get('via')).toContain(';received=192.0.2.10');
  expect(headers.get('via')).toContain('rport=5060');
  expect(body).toContain('m=audio 40000 RTP/AVP 8 0 101');
  await driver.clock.pass(3_600);
  expect(driver.newMessages()).toEqual(['200 INVITE', '200 INVITE', '200 INVITE']);
  const toTag = session?.record.localTag ?? '';
  await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  await driver.clock.pass(60_000);
  expect(driver.newMessages()).toEqual([]);
  expect(session?.ended).toBe(false);
});

test('ignores a repeated INVITE, and repeats the last response', async () => {
  const driver = new UserAgentDriver();
  for (let again = 0; again < 3; again++) await driver.receive(requestText('INVITE', { body: SDP }));
  expect(driver.incoming).toHaveLength(1);
  expect(driver.newMessages()).toEqual(['100 INVITE', '100 INVITE', '100 INVITE']);
});

test('ends with BYE without an ACK for 32 s', async () => {
  const driver = new UserAgentDriver();
  const { ends } = await answered(driver, { ack: false });
  await driver.clock.pass(32_000);
  expect(ends).toEqual([{ by: 'failure', why: 'no_ack', q850: null }]);
  expect(driver.newMessages().at(-1)).toBe('BYE');
});

test('waits for the ACK of our hang-up, then sends BYE', async () => {
  const driver = new UserAgentDriver();
  const { session, toTag } = await answered(driver, { ack: false });
  void session.hangUp();
  await driver.clock.pass(100);
  expect(driver.newMessages()).toEqual([]);
  await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  expect(driver.newMessages()).toEqual(['BYE']);
  await driver.answer(driver.request('BYE'), 200);
  expect(driver.userAgent.load.sessions).toBe(0);
});

test('ends when it is neither answered nor canceled', async () => {
  const driver = new UserAgentDriver();
  let canceled = 0;
  await driver.receive(requestText('INVITE', { body: SDP }));
  driver.incoming[0]?.onCanceled(() => canceled++);
  await driver.clock.pass(180_000);
  expect(driver.newMessages().slice(0, 2)).toEqual(['100 INVITE', '480 INVITE']);
  expect(canceled).toBe(1);
  await driver.clock.pass(60_000);
  expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
});

test('matches CANCEL by branch, not by Call-ID', async () => {
  const driver = new UserAgentDriver();
  let canceled = 0;
  await driver.receive(requestText('INVITE', { body: SDP }));
  driver.incoming[0]?.onCanceled(() => canceled++);
  await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-other' }));
  expect(driver.newMessages()).toEqual(['100 INVITE', '481 CANCEL']);
  expect(canceled).toBe(0);
  await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(driver.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  expect(canceled).toBe(1);
  expect(driver.incoming[0]?.answer(ANSWER)).toBeNull();
  driver.incoming[0]?.reject(486);
  expect(driver.newMessages()).toEqual([]);
});

test.each([false, true])(
  'responds to BYE while it rings with 200, and to the INVITE with 487 (100rel: %s)',
  async (isReliable) => {
    const driver = new UserAgentDriver();
    let canceled = 0;
    const headers = isReliable ? ['Require: 100rel'] : [];
    await driver.receive(requestText('INVITE', { body: SDP, headers }));
    const [call] = driver.incoming;
    call?.onCanceled(() => canceled++);
    call?.ring(ANSWER);
    const toTag = call?.tag ?? '';
    driver.newMessages();
    await driver.receive(requestText('BYE', { toTag, cseq: 2 }));
    expect(driver.newMessages()).toEqual(['200 BYE', '487 INVITE']);
    expect(tagOf(driver.response().headers.get('to'))).toBe(toTag);
    expect([canceled, call?.pending]).toEqual([1, false]);
    expect(call?.answer(ANSWER)).toBeNull();
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-INVITE-1' }));
    await driver.receive(requestText('BYE', { toTag, cseq: 3, branch: 'z9hG4bK-BYE-2' }));
    expect(driver.newMessages()).toEqual(['481 BYE']);
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual([]);
    expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  },
);

test('ignores a CANCEL that crosses our 200', async () => {
  const driver = new UserAgentDriver();
  const { session } = await answered(driver, { ack: false });
  await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(driver.newMessages()).toEqual(['200 CANCEL']);
  expect(session.ended).toBe(false);
});

test('repeats a refusal until its ACK', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP }));
  driver.incoming[0]?.reject(486, { headers: [['reason', 'Q.850;cause=17']] });
  expect(driver.response()).toMatchObject({ status: 486 });
  await driver.clock.pass(600);
  expect(driver.newMessages()).toEqual(['100 INVITE', '486 INVITE', '486 INVITE']);
  await driver.receive(requestText('ACK', { branch: 'z9hG4bK-INVITE-1' }));
  await driver.clock.pass(60_000);
  expect(driver.newMessages()).toEqual([]);
  expect(driver.userAgent.load.transactions).toBe(0);
});

test('sends our offer in the 200 after a late offer, and reads the answer in the ACK', async () => {
  const driver = new UserAgentDriver();
  const { session, toTag, audios, ends } = await answered(driver, { ack: false, body: '' });
  expect(driver.response().body).toContain('m=audio 40000 RTP/AVP 8 0 101');
  expect(session.remoteAudio).toBeNull();
  await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', body: SDP }));
  expect(audios).toMatchObject([{ port: 30_000, codec: 'pcma' }]);
  expect(ends).toEqual([]);
});

test('ends with BYE when the ACK of a late offer has no answer', async () => {
  const driver = new UserAgentDriver();
  const { toTag, ends } = await answered(driver, { ack: false, body: '' });
  await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  expect(ends).toEqual([{ by: 'failure', why: 'no_audio', q850: null }]);
  expect(driver.newMessages()).toEqual(['BYE']);
});

test.each([
  ['IPv6 alone', SDP.replaceAll('IN IP4 192.0.2.10', 'IN IP6 2001:db8::1')],
  ['no codec of ours', sdp('192.0.2.10', 30_000, 'a=sendrecv', '18')],
  ['no audio', SDP.replace('m=audio', 'm=video')],
  ['SRTP alone', SDP.replace('RTP/AVP', 'RTP/SAVP')],
  ['no description', 'v=1'],
])('refuses an offer with %s by 488', async (_what, body) => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body }));
  expect(driver.newMessages()).toEqual(['488 INVITE']);
  expect(driver.incoming).toEqual([]);
});

test.each(['', '*', '<tel:+912240000000>'])('refuses a Contact of "%s" by 400', async (contact) => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP, contact }));
  expect(driver.newMessages()).toEqual(['400 INVITE']);
  expect(driver.incoming).toEqual([]);
});

test('gives the responses to a CANCEL and to its INVITE one tag', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP }));
  await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  const [canceled, terminated] = driver.sent.slice(-2).map(({ message }) => message.headers.get('to'));
  expect(canceled).toBe(terminated);
});

test('accepts SIP hold by 0.0.0.0 in the INVITE', async () => {
  const driver = new UserAgentDriver();
  const { session } = await answered(driver, { body: sdp('0.0.0.0', 30_000) });
  expect(session.remoteAudio).toMatchObject({ onHold: true, direction: 'recvonly' });
});

test('reads identities and privacy of a caller', async () => {
  const driver = new UserAgentDriver();
  const headers = [
    'P-Asserted-Identity: <tel:+919812345678>, "Asha" <sip:+919812345678@192.0.2.10>',
    'Privacy: id; critical',
  ];
  await driver.receive(
    requestText('INVITE', { body: SDP, headers, uri: 'sip:+918012345678@192.0.2.1;user=phone' }),
  );
  const [call] = driver.incoming;
  expect(call?.requestUri).toBe('sip:+918012345678@192.0.2.1;user=phone');
  expect(call?.identities).toMatchObject([
    { display: 'Asha', uri: 'sip:+919812345678@192.0.2.10' },
    { uri: 'tel:+919812345678' },
  ]);
  expect(call?.privacy).toEqual(['id', 'critical']);
  expect(call?.source).toEqual({ address: PEER.address, port: PEER.port });
});

test('distinguishes a CANCEL that crosses our 200 from one before it', async () => {
  const driver = new UserAgentDriver();
  const heard: string[] = [];
  await driver.receive(requestText('INVITE', { body: SDP }));
  const [call] = driver.incoming;
  call?.onCanceled(() => heard.push('canceled'));
  call?.onLateCancel(() => heard.push('late'));
  const session = call?.answer(ANSWER);
  await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(heard).toEqual(['late']);
  // The call stands: its caller has to hang up.
  expect(session?.ended).toBe(false);
  void session?.hangUp();
  driver.newMessages();
  await driver.receive(requestText('ACK', { toTag: session?.record.localTag ?? '', branch: 'z9hG4bK-ack' }));
  expect(driver.newMessages()).toEqual(['BYE']);
});

test('reports a repeated CANCEL before our answer once', async () => {
  const driver = new UserAgentDriver();
  const heard: string[] = [];
  await driver.receive(requestText('INVITE', { body: SDP }));
  const [call] = driver.incoming;
  call?.onCanceled(() => heard.push('canceled'));
  call?.onLateCancel(() => heard.push('late'));
  for (let again = 0; again < 3; again++)
    await driver.receive(requestText('CANCEL', { branch: 'z9hG4bK-INVITE-1' }));
  expect(heard).toEqual(['canceled']);
  expect(call?.answer(ANSWER)).toBeNull();
});

test('knows the dialog of an answer before it is sent', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP }));
  const [call] = driver.incoming;
  const dialog = call?.dialog({});
  expect(call?.answer(ANSWER)?.record).toEqual(dialog);
  expect(call?.text).toMatch(/^INVITE /);
});

test('returns the text of the INVITE as UTF-8', async () => {
  const driver = new UserAgentDriver();
  const subject = Buffer.from('Subject: नमस्ते', 'utf8').toString('latin1');
  await driver.receive(requestText('INVITE', { body: SDP, headers: [subject] }));
  expect(driver.incoming[0]?.text).toContain('Subject: नमस्ते');
});
