import { RegisteringPhone, USER } from '../../../test/phone/harness/registering-phone';
import { PEER } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import type { StageFlow } from '../../../test/phone/harness/stage-flow';
import { type Outcome, TORTURE } from '../../../test/phone/harness/torture';
import { FramingError, StreamFramer } from '../domain/framing';

const NULL_USER = 'null-\u0000-null';
const TRANSPORTS = ['udp', 'tcp'] as const;

function staged(): Stage {
  const stage = new Stage();
  const users = ['user', NULL_USER].map((username) => ({ ...USER, id: username, username }));
  stage.userAgent.registrar.setUsers(users.map((user) => ({ ...user, allow: ['192.0.2.0/24'] })));
  return stage;
}

const textOf = (name: string): string => TORTURE.find((one) => one.name === name)?.text ?? '';

/** Octet by octet. */
function framed(text: string): { messages: string[]; end: 'close' | 'wait' | null } {
  const framer = new StreamFramer();
  const messages: string[] = [];
  try {
    for (const octet of text) {
      for (const frame of framer.push(octet)) if ('message' in frame) messages.push(frame.message);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(FramingError);
    return { messages, end: 'close' };
  }
  return { messages, end: framer.pending ? 'wait' : null };
}

async function outcomeOf(stage: Stage, text: string, flow: StageFlow): Promise<Outcome> {
  const { messages, end } = flow.transport === 'udp' ? { messages: [text], end: null } : framed(text);
  const [message] = messages;
  if (message === undefined) return end ?? 'drop';
  const [calls, drops] = [stage.incoming.length, stage.dropped.length];
  const answers = await answersTo(stage, message, flow);
  if (stage.incoming.length > calls) {
    expect(answers).toEqual([100]);
    return 'call';
  }
  const [status, ...more] = answers;
  expect([...more, ...stage.warnings]).toEqual([]);
  if (status === 401) return registered(stage, message, flow);
  if (status !== undefined) return status;
  return stage.dropped[drops] === 'stray_response' ? 'understood' : 'drop';
}

async function answersTo(stage: Stage, message: string, flow: StageFlow): Promise<number[]> {
  const before = stage.sent.length;
  await stage.receive(message, flow);
  const sent = stage.sent.slice(before).map((one) => one.message);
  return sent.flatMap((one) => (one.kind === 'response' ? [one.status] : []));
}

/** The same message again, with the right password. */
async function registered(stage: Stage, text: string, flow: StageFlow): Promise<Outcome> {
  const username = text.includes('null-%00-null') ? NULL_USER : 'user';
  const phone = new RegisteringPhone(stage, { ...flow.remote, transport: flow.transport });
  const answer = phone.answerTo({ method: 'REGISTER', uri: 'sip:example.com', username });
  const again = text.replace('\r\n', `\r\nAuthorization: ${answer}\r\n`).replace('z9hG4bK', 'z9hG4bKa');
  expect(await answersTo(stage, again, flow)).toEqual([200]);
  return 'registered';
}

test('all 49 messages are there', () => {
  expect(new Set(TORTURE.map(({ name }) => name)).size).toBe(49);
  expect(TORTURE.filter(({ text }) => text === '')).toEqual([]);
});

describe.each(TRANSPORTS)('RFC 4475 over %s', (transport) => {
  test.each(TORTURE)('$title', async (torture) => {
    const stage = staged();
    const flow = stage.flow({ ...PEER, transport }, transport === 'tcp');
    expect(await outcomeOf(stage, torture.text, flow)).toBe(torture[transport]);
  });

  test('all in a row have the same outcomes, and a call comes after them', async () => {
    const stage = staged();
    for (const [index, torture] of TORTURE.entries()) {
      // Within the limit of an address.
      stage.clock.advance(1_000);
      // A registered flow has to prove its password in an INVITE, too.
      const flow = stage.flow({ ...PEER, transport, port: 6_000 + index }, transport === 'tcp');
      const outcome = await outcomeOf(stage, torture.text, flow);
      expect({ name: torture.name, outcome }).toEqual({ name: torture.name, outcome: torture[transport] });
    }
    const { session } = await stage.talking();
    expect(session.ended).toBe(false);
  });
});

test('wsinv outside of a dialog, and mpart01 as an INVITE, are offered', async () => {
  const stage = staged();
  const outside = textOf('wsinv').replace(/ ;\s+tag\s+= 1918181833n/, '');
  expect(await outcomeOf(stage, outside, stage.flow())).toBe('call');
  const parts = textOf('mpart01')
    .replaceAll('MESSAGE', 'INVITE')
    .replace('From', 'm: <sip:a@192.0.2.9>\r\nFrom');
  expect(await outcomeOf(stage, parts, stage.flow())).toBe('call');
});

test('dblreq over TCP is two messages', () => {
  const { messages, end } = framed(textOf('dblreq'));
  expect({ methods: messages.map((message) => message.split(' ')[0]), end }).toEqual({
    methods: ['REGISTER', 'INVITE'],
    end: null,
  });
});

test.each([
  ['cparam01', ['sip:+19725552222@gw1.example.net']],
  ['cparam02', ['sip:+19725552222@gw1.example.net;unknownparam']],
  ['dblreq', ['sip:user@host.example.com']],
  ['regescrt', ['sip:user@example.com?Route=%3Csip:sip.example.com%3E']],
  ['escnull', ['sip:%00%00@host5.example.com', 'sip:%00@host5.example.com']],
  ['regaut01', []],
])('%s registers what its Contacts name', async (name, uris) => {
  const stage = staged();
  expect(await outcomeOf(stage, textOf(name), stage.flow())).toBe('registered');
  const bindings = stage.userAgent.registrar.bindingsOf(name === 'escnull' ? NULL_USER : 'user');
  expect(bindings.map(({ uri }) => uri).sort()).toEqual(uris);
});

test('a header in the URI of a Contact does not come into a Request-URI', async () => {
  const stage = staged();
  await outcomeOf(stage, textOf('regescrt'), stage.flow());
  const targets = stage.userAgent.registrar.targetsOf('user');
  const placed = stage.place({ targets });
  await stage.receive('');
  expect(placed.failure).toBeUndefined();
  expect(stage.request('INVITE').uri).toBe('sip:user@example.com');
});
