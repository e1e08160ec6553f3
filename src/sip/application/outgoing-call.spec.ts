import { PEER, SDP, sdp } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';

test('sends INVITE with our offer and ACK to the Contact, and reports the agreement', async () => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling();
  expect(invite.uri).toBe('sip:+911@example.com');
  expect(invite.headers.get('supported')).toBe('timer, 100rel');
  expect(invite.body).toContain('m=audio 40000 RTP/AVP 8 0 101');
  await driver.answer(invite, 100);
  await driver.answer(invite, 180);
  await driver.answer(invite, 200, { body: SDP, contact: '<sip:somewhere@192.0.2.77:5070>' });
  expect(placed.provisional).toEqual([{ status: 180, reason: 'Reason 180', audio: null }]);
  expect(placed.audio).toMatchObject({
    address: '192.0.2.10',
    port: 30_000,
    codec: 'pcma',
    telephoneEvent: 101,
  });
  const ack = driver.sent.at(-1);
  expect(ack?.message).toMatchObject({ method: 'ACK', uri: 'sip:somewhere@192.0.2.77:5070' });
  expect(ack?.flow.remote).toEqual({ address: '192.0.2.77', port: 5070 });
  expect(ack?.message.headers.get('via')).not.toBe(invite.headers.get('via'));
  // The 200 comes again: its ACK was lost.
  driver.newMessages();
  await driver.answer(invite, 200, { body: SDP, contact: '<sip:somewhere@192.0.2.77:5070>' });
  expect(driver.newMessages()).toEqual(['ACK']);
});

test('sends ACK and BYE to the server of a 200 without Contact', async () => {
  const driver = new UserAgentDriver();
  const server = { ...PEER, port: 5099 };
  const { placed, invite } = await driver.calling({ targets: [server] });
  await driver.answer(invite, 200, { body: SDP, contact: '', flow: driver.flow(server) });
  expect(driver.sent.at(-1)?.message).toMatchObject({ method: 'ACK', uri: 'sip:+911@192.0.2.10:5099' });
  expect(driver.sent.at(-1)?.flow.remote).toEqual({ address: '192.0.2.10', port: 5099 });
  void placed.session?.hangUp();
  await settle();
  expect(driver.sent.at(-1)?.message).toMatchObject({ method: 'BYE' });
  expect(driver.sent.at(-1)?.flow.remote).toEqual({ address: '192.0.2.10', port: 5099 });
});

test('routes ACK and BYE by Record-Route, for any transport of Contact', async () => {
  const driver = new UserAgentDriver();
  const routes = [
    'Record-Route: <sip:192.0.2.31;lr>, <sip:192.0.2.32:5090;lr>',
    'Record-Route: <sip:192.0.2.33;lr>',
  ];
  const { session } = await driver.talking(
    {},
    { headers: routes, contact: '<sip:far@192.0.2.99;transport=tcp>' },
  );
  const ack = driver.sent.at(-1);
  expect(ack?.flow).toMatchObject({ transport: 'udp', remote: { address: '192.0.2.33', port: 5060 } });
  expect(ack?.message).toMatchObject({ uri: 'sip:far@192.0.2.99;transport=tcp' });
  expect(ack?.message.headers.lines('route')).toEqual([
    '<sip:192.0.2.33;lr>',
    '<sip:192.0.2.32:5090;lr>',
    '<sip:192.0.2.31;lr>',
  ]);
  void session.hangUp();
  await settle();
  expect(driver.sent.at(-1)?.flow.remote.address).toBe('192.0.2.33');
});

test('puts the URI of a strict router into the request line', async () => {
  const driver = new UserAgentDriver();
  await driver.talking({}, { headers: ['Record-Route: <sip:192.0.2.31>'] });
  const ack = driver.request('ACK');
  expect(ack.uri).toBe('sip:192.0.2.31');
  expect(ack.headers.lines('route')).toEqual(['<sip:far@192.0.2.10>']);
});

test('uses the description of a 183 as early media, also for a 200 of the same dialog without one', async () => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling();
  await driver.answer(invite, 183, { body: SDP, tag: 'a' });
  expect(placed.provisional[0]?.audio).toMatchObject({ port: 30_000 });
  await driver.answer(invite, 200, { tag: 'a' });
  expect(placed.audio).toMatchObject({ port: 30_000 });
});

test('continues with the first fork, sends ACK and BYE to another, and ACK to a repeated one', async () => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling();
  await driver.answer(invite, 180, { tag: 'a' });
  await driver.answer(invite, 183, { tag: 'b', body: SDP });
  await driver.answer(invite, 200, { tag: 'b', body: SDP });
  driver.newMessages();
  await driver.answer(invite, 200, {
    tag: 'a',
    body: sdp('192.0.2.44', 30_002),
    contact: '<sip:a@192.0.2.44>',
  });
  expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
  expect(driver.request('BYE').headers.get('to')).toContain('tag=a');
  expect(driver.request('BYE').uri).toBe('sip:a@192.0.2.44');
  await driver.answer(invite, 200, {
    tag: 'a',
    body: sdp('192.0.2.44', 30_002),
    contact: '<sip:a@192.0.2.44>',
  });
  expect(driver.newMessages()).toEqual(['ACK']);
  expect(placed.session?.record.remoteTag).toBe('b');
  expect(placed.ends).toEqual([]);
});

test('sends ACK and BYE after a 200 without usable audio', async () => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling();
  driver.newMessages();
  await driver.answer(invite, 200, { body: sdp('192.0.2.10', 30_000, 'a=sendrecv', '18') });
  expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
  expect(placed.failure).toMatchObject({ kind: 'no_audio' });
});

test('lets the caller choose Call-ID, tag and branches, and reports each INVITE before it is sent', async () => {
  const driver = new UserAgentDriver();
  const told: string[] = [];
  let release = (): void => undefined;
  const placed = driver.place({
    callId: 'call_1.2@us',
    fromTag: 'mine',
    branch: (n) => `z9hG4bKown${n}`,
    beforeInvite: (record) => {
      told.push(JSON.stringify(record));
      return new Promise((resolve) => (release = resolve));
    },
    peer: { credentials: { username: 'u', password: 'p' } },
  });
  await settle();
  expect(driver.newMessages()).toEqual([]);
  release();
  await settle();
  const invite = driver.request('INVITE');
  expect(invite.headers.get('call-id')).toBe('call_1.2@us');
  expect(invite.headers.get('from')).toContain(';tag=mine');
  expect(invite.headers.get('via')).toContain('branch=z9hG4bKown0');
  await driver.answer(invite, 407, { headers: ['Proxy-Authenticate: Digest realm="r", nonce="n"'] });
  release();
  await settle();
  expect(driver.request('INVITE').headers.get('via')).toContain('branch=z9hG4bKown1');
  expect(told.map((record) => (JSON.parse(record) as { cseq: number }).cseq)).toEqual([1, 2]);
  expect(placed.failure).toBeUndefined();
});

test('does not send an INVITE that the caller forbids', async () => {
  const driver = new UserAgentDriver();
  const placed = driver.place({ beforeInvite: () => Promise.reject(new Error('the row is gone')) });
  await settle();
  expect(driver.newMessages()).toEqual([]);
  expect(placed.failure).toMatchObject({ kind: 'not_sent' });
});

test("puts the public address into Via, Contact and SDP for far peers, and the peer's own always", async () => {
  const driver = new UserAgentDriver({}, { publicAddress: '203.0.113.9' });
  const near = { ...PEER, address: '10.0.0.9' };
  for (const [target, peer, expected] of [
    [PEER, {}, '203.0.113.9'],
    [near, {}, '192.0.2.1'],
    [PEER, { publicAddress: '203.0.113.77' }, '203.0.113.77'],
    [near, { publicAddress: '203.0.113.77' }, '203.0.113.77'],
    [PEER, { publicAddress: null }, '192.0.2.1'],
  ] as const) {
    driver.place({ targets: [target], peer });
    await settle();
    const { headers, body } = driver.request('INVITE');
    expect(headers.get('via')).toContain(`SIP/2.0/UDP ${expected}:5060;`);
    expect(headers.get('contact')).toBe(`<sip:us@${expected}:5060>`);
    expect(body).toContain(`c=IN IP4 ${expected}\r\n`);
  }
});

test('logs errors of handlers, and continues', async () => {
  const driver = new UserAgentDriver();
  const failing = (): never => {
    throw new Error('a handler');
  };
  driver.userAgent.call(
    {
      targets: [PEER],
      peer: {},
      requestUri: 'sip:a@b',
      contact: '',
      to: { uri: 'sip:a@b' },
      from: { uri: 'sip:c@d' },
      audio: { port: 4_000, codecs: ['pcmu'], telephoneEvent: false, direction: 'sendrecv' },
    },
    { provisional: failing, onAnswered: failing, onFailed: failing },
  );
  await settle();
  const invite = driver.request('INVITE');
  await driver.answer(invite, 180);
  await driver.answer(invite, 200, { body: SDP });
  expect(driver.warnings).toHaveLength(2);
  expect(driver.request('ACK')).toBeDefined();
});
