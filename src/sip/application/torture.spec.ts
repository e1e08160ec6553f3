import { RegisteringPhone, USER } from '../../../test/phone/harness/registering-phone';
import { PEER } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import type { FakeFlow } from '../../../test/phone/harness/fake-flow';
import { type Outcome, TORTURE } from '../../../test/phone/harness/torture';
import { FramingError, StreamFramer } from '../domain/framing';

const NULL_USER = 'null-\u0000-null';
const TRANSPORTS = ['udp', 'tcp'] as const;

function registrarDriver(): UserAgentDriver {
  const driver = new UserAgentDriver();
  const users = ['user', NULL_USER].map((username) => ({ ...USER, id: username, username }));
  driver.userAgent.registrar.setUsers(users.map((user) => ({ ...user, allow: ['192.0.2.0/24'] })));
  return driver;
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

async function outcomeOf(driver: UserAgentDriver, text: string, flow: FakeFlow): Promise<Outcome> {
  const { messages, end } = flow.transport === 'udp' ? { messages: [text], end: null } : framed(text);
  const [message] = messages;
  if (message === undefined) return end ?? 'drop';
  const [calls, drops] = [driver.incoming.length, driver.dropped.length];
  const answers = await answersTo(driver, message, flow);
  if (driver.incoming.length > calls) {
    expect(answers).toEqual([100]);
    return 'call';
  }
  const [status, ...more] = answers;
  expect([...more, ...driver.warnings]).toEqual([]);
  if (status === 401) return registered(driver, message, flow);
  if (status !== undefined) return status;
  return driver.dropped[drops] === 'stray_response' ? 'understood' : 'drop';
}

async function answersTo(driver: UserAgentDriver, message: string, flow: FakeFlow): Promise<number[]> {
  const before = driver.sent.length;
  await driver.receive(message, flow);
  const sent = driver.sent.slice(before).map((one) => one.message);
  return sent.flatMap((one) => (one.kind === 'response' ? [one.status] : []));
}

/** The same message again, with the right password. */
async function registered(driver: UserAgentDriver, text: string, flow: FakeFlow): Promise<Outcome> {
  const username = text.includes('null-%00-null') ? NULL_USER : 'user';
  const phone = new RegisteringPhone(driver, { ...flow.remote, transport: flow.transport });
  const answer = phone.answerTo({ method: 'REGISTER', uri: 'sip:example.com', username });
  const again = text.replace('\r\n', `\r\nAuthorization: ${answer}\r\n`).replace('z9hG4bK', 'z9hG4bKa');
  expect(await answersTo(driver, again, flow)).toEqual([200]);
  return 'registered';
}

test('has all 49 messages', () => {
  expect(new Set(TORTURE.map(({ name }) => name)).size).toBe(49);
  expect(TORTURE.filter(({ text }) => text === '')).toEqual([]);
});

describe.each(TRANSPORTS)('RFC 4475 over %s', (transport) => {
  test.each(TORTURE)('$title', async (torture) => {
    const driver = registrarDriver();
    const flow = driver.flow({ ...PEER, transport }, transport === 'tcp');
    expect(await outcomeOf(driver, torture.text, flow)).toBe(torture[transport]);
  });

  test('has the same outcomes for all in a row, and accepts a call after them', async () => {
    const driver = registrarDriver();
    for (const [index, torture] of TORTURE.entries()) {
      // Within the limit of an address.
      driver.clock.advance(1_000);
      // A registered flow has to prove its password in an INVITE, too.
      const flow = driver.flow({ ...PEER, transport, port: 6_000 + index }, transport === 'tcp');
      const outcome = await outcomeOf(driver, torture.text, flow);
      expect({ name: torture.name, outcome }).toEqual({ name: torture.name, outcome: torture[transport] });
    }
    const { session } = await driver.talking();
    expect(session.ended).toBe(false);
  });
});

test('offers wsinv outside of a dialog, and mpart01 as an INVITE', async () => {
  const driver = registrarDriver();
  const outside = textOf('wsinv').replace(/ ;\s+tag\s+= 1918181833n/, '');
  expect(await outcomeOf(driver, outside, driver.flow())).toBe('call');
  const parts = textOf('mpart01')
    .replaceAll('MESSAGE', 'INVITE')
    .replace('From', 'm: <sip:a@192.0.2.9>\r\nFrom');
  expect(await outcomeOf(driver, parts, driver.flow())).toBe('call');
});

test('parses dblreq over TCP as two messages', () => {
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
])('registers the Contacts of %s', async (name, uris) => {
  const driver = registrarDriver();
  expect(await outcomeOf(driver, textOf(name), driver.flow())).toBe('registered');
  const bindings = driver.userAgent.registrar.bindingsOf(name === 'escnull' ? NULL_USER : 'user');
  expect(bindings.map(({ uri }) => uri).sort()).toEqual(uris);
});

test("puts no header of a Contact's URI into a Request-URI", async () => {
  const driver = registrarDriver();
  await outcomeOf(driver, textOf('regescrt'), driver.flow());
  const targets = driver.userAgent.registrar.targetsOf('user');
  const placed = driver.place({ targets });
  await driver.receive('');
  expect(placed.failure).toBeUndefined();
  expect(driver.request('INVITE').uri).toBe('sip:user@example.com');
});
