import { PEER, SDP, requestText, responseText } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import { octetsOf } from '../domain/scanner';
import { targetKey } from '../domain/target-health';

const STRANGER = { transport: 'udp', address: '198.51.100.7', port: 5060 } as const;

/** What a request outside a dialog gets. */
const ANSWERS: [what: string, method: string, headers: string[], expected: string][] = [
  ['OPTIONS', 'OPTIONS', [], '200 OPTIONS'],
  ['REFER', 'REFER', [], '603 REFER'],
  ['SUBSCRIBE', 'SUBSCRIBE', ['Event: presence'], '489 SUBSCRIBE'],
  ['REGISTER', 'REGISTER', [], '405 REGISTER'],
  ['MESSAGE', 'MESSAGE', [], '405 MESSAGE'],
  ['a method nobody knows', 'NEWMETHOD', [], '405 NEWMETHOD'],
  ['BYE to nothing', 'BYE', [], '481 BYE'],
  ['INFO to nothing', 'INFO', [], '481 INFO'],
  ['CANCEL to nothing', 'CANCEL', [], '481 CANCEL'],
  ['PRACK to nothing', 'PRACK', ['RAck: 1 1 INVITE'], '481 PRACK'],
  ['UPDATE to nothing', 'UPDATE', [], '481 UPDATE'],
  ['extensions that we have', 'INVITE', ['Require: 100rel, timer'], '100 INVITE'],
  ['one that we lack beside them', 'INVITE', ['Require: 100rel, precondition'], '420 INVITE'],
  ['no hops left', 'INVITE', ['Max-Forwards: 0'], '483 INVITE'],
  ['no hops left, but OPTIONS', 'OPTIONS', ['Max-Forwards: 0'], '200 OPTIONS'],
];

test.each(ANSWERS)('responds to %s: %s %j with %s', async (_what, method, headers, expected) => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText(method, { headers }));
  expect(driver.newMessages()).toEqual([expected]);
  if (expected.startsWith('405')) expect(driver.response().headers.get('allow')).toContain('INVITE');
  if (expected.startsWith('420')) expect(driver.response().headers.get('unsupported')).toBe('precondition');
  if (expected.startsWith('200')) expect(driver.response().headers.get('supported')).toBe('timer, 100rel');
});

test('responds with 415 to a body that is no session description', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(
    requestText('INVITE', { body: 'x' }).replace('application/sdp', 'application/x-unknown'),
  );
  expect(driver.newMessages()).toEqual(['415 INVITE']);
  expect(driver.response().headers.get('accept')).toBe('application/sdp');
});

test('responds with 416 to a scheme that is none of ours', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(
    requestText('INVITE', { uri: 'nobodyKnowsThisScheme:totallyopaquecontent', body: SDP }),
  );
  expect(driver.newMessages()).toEqual(['416 INVITE']);
});

test('responds with 482 to the same request on a second way', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP, branch: 'z9hG4bK-one' }));
  await driver.receive(requestText('INVITE', { body: SDP, branch: 'z9hG4bK-two' }));
  expect(driver.newMessages()).toEqual(['100 INVITE', '482 INVITE']);
  expect(driver.incoming).toHaveLength(1);
});

test('responds with 481 to a re-INVITE of an ended call', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: SDP, toTag: 'over' }));
  expect(driver.newMessages()).toEqual(['481 INVITE']);
});

test('responds with 503 and Retry-After to new calls and OPTIONS while it stops, and continues existing calls', async () => {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking();
  driver.userAgent.drain();
  await driver.receive(requestText('INVITE', { body: SDP }));
  expect(driver.response().headers.get('retry-after')).toBe('10');
  await driver.receive(requestText('OPTIONS'));
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  await driver.receive(requestText('OPTIONS', { callId, toTag, fromTag, branch: 'z9hG4bK-in' }));
  expect(driver.newMessages()).toEqual(['503 INVITE', '503 OPTIONS', '200 OPTIONS']);
});

describe('requests of strangers', () => {
  test('are dropped without a response', async () => {
    const driver = new UserAgentDriver();
    const flow = driver.flow(STRANGER);
    for (const method of ['INVITE', 'OPTIONS', 'REGISTER', 'CANCEL', 'ACK']) {
      await driver.receive(requestText(method), flow);
    }
    await driver.receive('INVITE sip:a@b SIP/2.0\r\nVia: nonsense\r\n\r\n', flow);
    expect(driver.newMessages()).toEqual([]);
    expect(driver.dropped).toEqual([...Array<string>(5).fill('unknown_source'), 'malformed']);
  });

  test('close their connection', async () => {
    const driver = new UserAgentDriver();
    const flow = driver.flow({ ...STRANGER, transport: 'tcp' }, true);
    await driver.receive(requestText('OPTIONS', { transport: 'TCP' }), flow);
    expect(flow.open).toBe(false);
  });
});

test('allows a known source 100 requests at once, then 50 a second, without retransmissions', async () => {
  const driver = new UserAgentDriver();
  const send = async (from: number, count: number): Promise<void> => {
    for (let index = from; index < from + count; index++) {
      await driver.receive(requestText('OPTIONS', { branch: `z9hG4bK-${index}`, callId: `call-${index}` }));
    }
  };
  await send(0, 150);
  expect(driver.newMessages()).toHaveLength(100);
  await send(0, 100);
  expect(driver.newMessages()).toHaveLength(100);
  driver.clock.advance(1_000);
  await send(200, 100);
  expect(driver.newMessages()).toHaveLength(50);
  expect(driver.dropped).toHaveLength(100);
});

test('uses little memory for a flood from many addresses, and recognizes the last ones again', async () => {
  const driver = new UserAgentDriver();
  const send = async (index: number): Promise<void> => {
    const parts = { branch: `z9hG4bK-${index}`, callId: `call-${index}` };
    const address = `192.0.2.${index % 250}`;
    await driver.receive(requestText('OPTIONS', parts), driver.flow({ ...PEER, address }));
  };
  for (let index = 0; index < 4_500; index++) {
    driver.clock.advance(1);
    await send(index);
  }
  expect(driver.newMessages()).toHaveLength(4_500);
  expect(driver.userAgent.load.transactions).toBe(4_000);
  const last = driver.response();
  await send(4_499);
  expect(driver.response().headers.get('to')).toBe(last.headers.get('to'));
  await driver.clock.pass(60_000);
  expect(driver.userAgent.load.transactions).toBe(0);
  expect(driver.clock.running).toBe(0);
});

test('responds with 400 to a malformed request, and disturbs no other call', async () => {
  const driver = new UserAgentDriver();
  const { session, ends } = await driver.talking();
  await driver.receive(requestText('INVITE', { body: SDP }).replace('CSeq: 1 INVITE', 'CSeq: 1 BYE'));
  await driver.receive(requestText('BYE').replace('To: <', 'To: "unterminated <'));
  await driver.receive('\u0000\u0001\u0002');
  await driver.receive('');
  expect(driver.newMessages()).toEqual(['400 BYE', '400 BYE']);
  expect(ends).toEqual([]);
  expect(session.ended).toBe(false);
  expect(driver.warnings).toEqual([]);
});

test.each([
  [
    'Record-Route',
    (text: string) => text.replace('Content-Length', 'Record-Route: <sip:a@b;lr>;x="\0"\r\n$&'),
  ],
  ['the tag of To', (text: string) => text.replace('tag=far', 'tag="f\x01ar"')],
])('drops a response with a control character in %s', async (_where, broken) => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling();
  await driver.receive(broken(responseText(invite, 200, { body: SDP })));
  expect(driver.dropped).toEqual(['malformed']);
  await driver.answer(invite, 200, { body: SDP, headers: ['Record-Route: <sip:a@b;lr>;\tx=y'] });
  expect(placed.session).toBeDefined();
});

test('drops responses to others, or that went through another', async () => {
  const driver = new UserAgentDriver();
  driver.place();
  await settle();
  const invite = driver.request('INVITE');
  const response = (via: string): string =>
    `SIP/2.0 180 Ringing\r\nVia: ${via}\r\nFrom: ${invite.headers.get('from')}\r\nTo: <sip:a@b>;tag=x\r\n` +
    `Call-ID: ${invite.headers.get('call-id')}\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n`;
  const own = invite.headers.get('via') ?? '';
  await driver.receive(response(own.replace(/branch=[^;]+/, 'branch=z9hG4bKforeign')));
  await driver.receive(response(`${own}, SIP/2.0/UDP other.example.com;branch=z9hG4bKx`));
  await driver.receive(response(own).replace('1 INVITE', '1 BYE'));
  expect(driver.dropped).toEqual(['stray_response', 'malformed', 'stray_response']);
});

test('traces every message except dropped ones, in order, with names in UTF-8', async () => {
  const driver = new UserAgentDriver();
  driver.place({ headers: [['subject', octetsOf('आशा')]] });
  await settle();
  await driver.answer(driver.request('INVITE'), 200, { body: SDP });
  await driver.receive(requestText('INVITE'), driver.flow(STRANGER));
  expect(driver.trace.map(({ direction, text }) => `${direction} ${text.split(' ', 2).join(' ')}`)).toEqual([
    'sent INVITE sip:+911@example.com',
    'received SIP/2.0 200',
    'sent ACK sip:far@192.0.2.10',
  ]);
  expect(driver.trace[0]).toMatchObject({ transport: 'udp', remote: '192.0.2.10:5060' });
  expect(driver.trace[0]?.text).toContain('\r\nSubject: आशा\r\n');
  expect(new Set(driver.trace.map(({ callId }) => callId)).size).toBe(1);
});

test('traces repeated requests, and the ACK of a refusal', async () => {
  const driver = new UserAgentDriver();
  driver.userAgent.drain();
  const invite = requestText('INVITE');
  await driver.receive(invite);
  await driver.receive(invite);
  await driver.receive(invite.replace(/^INVITE/, 'ACK').replace(/(CSeq: \d+) INVITE/i, '$1 ACK'));
  const received = driver.trace.filter(({ direction }) => direction === 'received');
  expect(received.map(({ text }) => text.split(' ', 1)[0])).toEqual(['INVITE', 'INVITE', 'ACK']);
});

test('records any message from a target, and none of another source', async () => {
  const driver = new UserAgentDriver();
  const { health } = driver.userAgent;
  await driver.receive(requestText('OPTIONS'));
  expect(health.known(targetKey(PEER))).toBe(false);
  driver.place();
  await settle();
  expect(health.receivedAt(targetKey(PEER))).toBeNull();
  await driver.receive(requestText('OPTIONS', { branch: 'z9hG4bK-2', callId: 'x' }));
  expect(health.receivedAt(targetKey(PEER))).toBe(driver.clock.now());
});

test('leaves nothing of 200 calls, each ended in another way', async () => {
  const driver = new UserAgentDriver();
  for (let index = 0; index < 200; index++) {
    const parts = { callId: `call-${index}`, branch: `z9hG4bK-${index}`, body: SDP };
    await driver.receive(requestText('INVITE', parts));
    const call = driver.incoming.at(-1);
    if (index % 3 === 0) call?.reject(486);
    else if (index % 3 === 1) await driver.receive(requestText('CANCEL', parts));
    else {
      void call
        ?.answer({
          audio: { port: 4_000, codecs: ['pcmu'], telephoneEvent: false, direction: 'sendrecv' },
          peer: {},
          contact: '',
        })
        ?.hangUp();
    }
    await driver.clock.pass(100);
  }
  await driver.clock.pass(120_000);
  expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  expect(driver.clock.running).toBe(0);
});
