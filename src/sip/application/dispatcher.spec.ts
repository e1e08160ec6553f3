import { PEER, SDP, requestText, responseText } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { settle } from '../../../test/phone/harness/virtual-clock';

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

test.each(ANSWERS)('%s: %s %j gets %s', async (_what, method, headers, expected) => {
  const stage = new Stage();
  await stage.receive(requestText(method, { headers }));
  expect(stage.newMessages()).toEqual([expected]);
  if (expected.startsWith('405')) expect(stage.response().headers.get('allow')).toContain('INVITE');
  if (expected.startsWith('420')) expect(stage.response().headers.get('unsupported')).toBe('precondition');
  if (expected.startsWith('200')) expect(stage.response().headers.get('supported')).toBe('timer, 100rel');
});

test('415 for a body that is no session description', async () => {
  const stage = new Stage();
  await stage.receive(
    requestText('INVITE', { body: 'x' }).replace('application/sdp', 'application/x-unknown'),
  );
  expect(stage.newMessages()).toEqual(['415 INVITE']);
  expect(stage.response().headers.get('accept')).toBe('application/sdp');
});

test('416 for a scheme that is none of ours', async () => {
  const stage = new Stage();
  await stage.receive(
    requestText('INVITE', { uri: 'nobodyKnowsThisScheme:totallyopaquecontent', body: SDP }),
  );
  expect(stage.newMessages()).toEqual(['416 INVITE']);
});

test('482 for the same request on a second way', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP, branch: 'z9hG4bK-one' }));
  await stage.receive(requestText('INVITE', { body: SDP, branch: 'z9hG4bK-two' }));
  expect(stage.newMessages()).toEqual(['100 INVITE', '482 INVITE']);
  expect(stage.incoming).toHaveLength(1);
});

test('a re-INVITE to a call that is over gets 481', async () => {
  const stage = new Stage();
  await stage.receive(requestText('INVITE', { body: SDP, toTag: 'over' }));
  expect(stage.newMessages()).toEqual(['481 INVITE']);
});

test('a stopping process: 503 with Retry-After to new calls and OPTIONS, existing calls continue', async () => {
  const stage = new Stage();
  const { session } = await stage.talking();
  stage.userAgent.drain();
  await stage.receive(requestText('INVITE', { body: SDP }));
  expect(stage.response().headers.get('retry-after')).toBe('10');
  await stage.receive(requestText('OPTIONS'));
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  await stage.receive(requestText('OPTIONS', { callId, toTag, fromTag, branch: 'z9hG4bK-in' }));
  expect(stage.newMessages()).toEqual(['503 INVITE', '503 OPTIONS', '200 OPTIONS']);
});

describe('strangers', () => {
  test('what they send is dropped without an answer', async () => {
    const stage = new Stage();
    const flow = stage.flow(STRANGER);
    for (const method of ['INVITE', 'OPTIONS', 'REGISTER', 'CANCEL', 'ACK']) {
      await stage.receive(requestText(method), flow);
    }
    await stage.receive('INVITE sip:a@b SIP/2.0\r\nVia: nonsense\r\n\r\n', flow);
    expect(stage.newMessages()).toEqual([]);
    expect(stage.dropped).toEqual([...Array<string>(5).fill('unknown_source'), 'malformed']);
  });

  test('their connection is closed', async () => {
    const stage = new Stage();
    const flow = stage.flow({ ...STRANGER, transport: 'tcp' }, true);
    await stage.receive(requestText('OPTIONS', { transport: 'TCP' }), flow);
    expect(flow.open).toBe(false);
  });
});

test('a known source may send 100 at once, then 50 a second; retransmissions do not count', async () => {
  const stage = new Stage();
  const send = async (from: number, count: number): Promise<void> => {
    for (let index = from; index < from + count; index++) {
      await stage.receive(requestText('OPTIONS', { branch: `z9hG4bK-${index}`, callId: `call-${index}` }));
    }
  };
  await send(0, 150);
  expect(stage.newMessages()).toHaveLength(100);
  await send(0, 100);
  expect(stage.newMessages()).toHaveLength(100);
  stage.clock.advance(1_000);
  await send(200, 100);
  expect(stage.newMessages()).toHaveLength(50);
  expect(stage.dropped).toHaveLength(100);
});

test('a flood from many addresses occupies little memory; the last ones are known when they come again', async () => {
  const stage = new Stage();
  const send = async (index: number): Promise<void> => {
    const parts = { branch: `z9hG4bK-${index}`, callId: `call-${index}` };
    const address = `192.0.2.${index % 250}`;
    await stage.receive(requestText('OPTIONS', parts), stage.flow({ ...PEER, address }));
  };
  for (let index = 0; index < 4_500; index++) {
    stage.clock.advance(1);
    await send(index);
  }
  expect(stage.newMessages()).toHaveLength(4_500);
  expect(stage.userAgent.load.transactions).toBe(4_000);
  const last = stage.response();
  await send(4_499);
  expect(stage.response().headers.get('to')).toBe(last.headers.get('to'));
  await stage.clock.pass(60_000);
  expect(stage.userAgent.load.transactions).toBe(0);
  expect(stage.clock.running).toBe(0);
});

test('a malformed request gets 400 and harms no other call', async () => {
  const stage = new Stage();
  const { session, ends } = await stage.talking();
  await stage.receive(requestText('INVITE', { body: SDP }).replace('CSeq: 1 INVITE', 'CSeq: 1 BYE'));
  await stage.receive(requestText('BYE').replace('To: <', 'To: "unterminated <'));
  await stage.receive('\u0000\u0001\u0002');
  await stage.receive('');
  expect(stage.newMessages()).toEqual(['400 BYE', '400 BYE']);
  expect(ends).toEqual([]);
  expect(session.ended).toBe(false);
  expect(stage.warnings).toEqual([]);
});

test.each([
  [
    'Record-Route',
    (text: string) => text.replace('Content-Length', 'Record-Route: <sip:a@b;lr>;x="\0"\r\n$&'),
  ],
  ['the tag of To', (text: string) => text.replace('tag=far', 'tag="f\x01ar"')],
])('a response with a control character in %s is dropped', async (_where, broken) => {
  const stage = new Stage();
  const { placed, invite } = await stage.calling();
  await stage.receive(broken(responseText(invite, 200, { body: SDP })));
  expect(stage.dropped).toEqual(['malformed']);
  await stage.answer(invite, 200, { body: SDP, headers: ['Record-Route: <sip:a@b;lr>;\tx=y'] });
  expect(placed.session).toBeDefined();
});

test('responses that are not ours, or went through another', async () => {
  const stage = new Stage();
  stage.place();
  await settle();
  const invite = stage.request('INVITE');
  const response = (via: string): string =>
    `SIP/2.0 180 Ringing\r\nVia: ${via}\r\nFrom: ${invite.headers.get('from')}\r\nTo: <sip:a@b>;tag=x\r\n` +
    `Call-ID: ${invite.headers.get('call-id')}\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n`;
  const own = invite.headers.get('via') ?? '';
  await stage.receive(response(own.replace(/branch=[^;]+/, 'branch=z9hG4bKforeign')));
  await stage.receive(response(`${own}, SIP/2.0/UDP other.example.com;branch=z9hG4bKx`));
  await stage.receive(response(own).replace('1 INVITE', '1 BYE'));
  expect(stage.dropped).toEqual(['stray_response', 'malformed', 'stray_response']);
});

test('the trace has every message except dropped ones, in order, and names in UTF-8', async () => {
  const stage = new Stage();
  stage.place({ from: { uri: 'sip:+912@example.com', display: 'आशा' } });
  await settle();
  await stage.answer(stage.request('INVITE'), 200, { body: SDP });
  await stage.receive(requestText('INVITE'), stage.flow(STRANGER));
  expect(stage.trace.map(({ direction, text }) => `${direction} ${text.split(' ', 2).join(' ')}`)).toEqual([
    'sent INVITE sip:+911@example.com',
    'received SIP/2.0 200',
    'sent ACK sip:far@192.0.2.10',
  ]);
  expect(stage.trace[0]).toMatchObject({ transport: 'udp', remote: '192.0.2.10:5060' });
  expect(stage.trace[0]?.text).toContain('From: "आशा" <sip:+912@example.com>;tag=');
  expect(new Set(stage.trace.map(({ callId }) => callId)).size).toBe(1);
});

test('the trace has requests that come again, and the ACK of a refusal', async () => {
  const stage = new Stage();
  stage.userAgent.drain();
  const invite = requestText('INVITE');
  await stage.receive(invite);
  await stage.receive(invite);
  await stage.receive(invite.replace(/^INVITE/, 'ACK').replace(/(CSeq: \d+) INVITE/i, '$1 ACK'));
  const received = stage.trace.filter(({ direction }) => direction === 'received');
  expect(received.map(({ text }) => text.split(' ', 1)[0])).toEqual(['INVITE', 'INVITE', 'ACK']);
});

test('any message from a target is reported', async () => {
  const heard: unknown[] = [];
  const stage = new Stage({ receivedFrom: (target) => heard.push(target) });
  await stage.receive(requestText('OPTIONS'));
  expect(heard).toEqual([]);
  stage.place();
  await settle();
  await stage.receive(requestText('OPTIONS', { branch: 'z9hG4bK-2', callId: 'x' }));
  expect(heard).toEqual([PEER]);
});

test('nothing is left of 200 calls, each ended in another way', async () => {
  const stage = new Stage();
  for (let index = 0; index < 200; index++) {
    const parts = { callId: `call-${index}`, branch: `z9hG4bK-${index}`, body: SDP };
    await stage.receive(requestText('INVITE', parts));
    const call = stage.incoming.at(-1);
    if (index % 3 === 0) call?.reject(486);
    else if (index % 3 === 1) await stage.receive(requestText('CANCEL', parts));
    else {
      void call
        ?.answer({
          audio: { port: 4_000, codecs: ['pcmu'], telephoneEvent: false, direction: 'sendrecv' },
          peer: {},
          contact: '',
        })
        ?.hangUp();
    }
    await stage.clock.pass(100);
  }
  await stage.clock.pass(120_000);
  expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  expect(stage.clock.running).toBe(0);
});
