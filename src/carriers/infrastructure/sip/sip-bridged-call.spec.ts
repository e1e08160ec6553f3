import {
  bridgedCallDriver,
  type FakeSession,
  talking,
} from '../../../../test/harness/sip-bridged-call-driver';
import { refused, ring, route } from '../../../../test/harness/sip-outbound-driver';
import { settled } from '../../../../test/harness/simulated-network';
import type { CallFailure } from '../../../sip';
import type { LegEnd } from '../../domain/carrier';

const LEFT = 'The counsellor hung up before the contact answered.';
const SILENT: CallFailure = { kind: 'silent', receivedSince: false, rang: false, targets: [] };
type Driver = ReturnType<typeof bridgedCallDriver>;

describe('SipBridgedCall with an unanswered phone', () => {
  const FAILURES: readonly [string, CallFailure, Partial<LegEnd>][] = [
    ['busy', refused(486, { rang: true }), { cause: 'busy' }],
    ['declined', refused(603), { cause: 'busy', reason: 'The call was declined.' }],
    ['nobody there', refused(480, { q850: 19, rang: true }), { cause: 'no_answer' }],
    [
      'switched off',
      refused(480, { q850: 20 }),
      { cause: 'no_answer', reason: 'The phone is switched off or out of reach.' },
    ],
    [
      'no such number',
      refused(404, { q850: 1 }),
      { cause: 'number_unreachable', reason: 'The number does not exist or cannot be reached.' },
    ],
    ['silent', SILENT, { cause: 'failed', reason: 'The carrier did not answer the request.' }],
  ];

  test.each(FAILURES)("ends with the counsellor's leg: %s", async (_, failure, expected) => {
    const { asked, inbox, freed } = bridgedCallDriver();
    await settled();
    expect(asked[0]?.options.requestUri).toBe('sip:+919800000001@one');
    asked[0]?.handlers.onFailed(failure);
    await settled();
    expect(inbox.end).toEqual({ by: 'carrier', talkMs: null, unansweredLeg: 'counsellor', ...expected });
    expect(asked).toHaveLength(1);
    expect(freed.map(({ who }) => who)).toEqual(['counsellor', 'contact']);
  });

  test.each(FAILURES)("ends with the contact's leg: %s", async (_, failure, expected) => {
    const { asked, inbox, freed, answers, pass } = bridgedCallDriver();
    await settled();
    const counsellor = await answers(0);
    expect(asked[1]?.options.requestUri).toBe('sip:+919800000002@one');
    asked[1]?.handlers.onFailed(failure);
    await pass(100);
    expect(inbox.end).toEqual({ by: 'carrier', talkMs: null, unansweredLeg: 'contact', ...expected });
    expect(counsellor.hungUp).toBe(1);
    expect(freed.map(({ who }) => who)).toEqual(['contact', 'counsellor']);
  });
});

test('returns a refusal of the counsellor as the response to the order, and ends after one of the contact', async () => {
  const first = bridgedCallDriver();
  await settled();
  first.asked[0]?.handlers.onFailed(refused(403));
  await settled();
  expect(first.answer()).toEqual({
    kind: 'refused',
    temporary: false,
    reason: '403, it does not allow the call',
  });
  const second = bridgedCallDriver();
  await settled();
  await second.answers(0);
  second.asked[1]?.handlers.onFailed(refused(503));
  await second.pass(100);
  expect(second.inbox.end).toMatchObject({
    cause: 'failed',
    reason: 'The carrier refused: 503, it has no capacity right now',
  });
});

test('tries the next trunk for each phone that refuses', async () => {
  const driver = bridgedCallDriver({ contactRoutes: [route('one'), route('two')] });
  await settled();
  await driver.answers(0);
  driver.asked[1]?.handlers.onFailed(refused(503));
  await settled();
  expect(driver.asked[2]?.options.requestUri).toBe('sip:+919800000002@two');
  expect(driver.moves).toEqual(['contact two']);
  await driver.answers(2);
  expect(driver.inbox.events.map((event) => `${event.type} ${'leg' in event ? event.leg : ''}`)).toEqual([
    'timeline ',
    'answered counsellor',
    'timeline ',
    'timeline ',
    'timeline ',
    'answered contact',
  ]);
});

test('reports phones as they ring and answer, and uses a slot for the second one', async () => {
  const driver = bridgedCallDriver();
  await settled();
  expect(driver.seconds()).toBe(0);
  ring(driver.asked[0]!);
  await settled();
  expect(driver.answer()).toEqual({ kind: 'accepted', carrierCallId: 'hcall_1.1-0' });
  await driver.answers(0);
  expect(driver.seconds()).toBe(1);
  ring(driver.asked[1]!);
  await driver.answers(1);
  expect(driver.inbox.events.filter(({ type }) => type !== 'timeline')).toMatchObject([
    { type: 'ringing', leg: 'counsellor' },
    { type: 'answered', leg: 'counsellor' },
    { type: 'ringing', leg: 'contact' },
    { type: 'answered', leg: 'contact' },
  ]);
  expect(driver.connect.phase).toBe('answered');
});

test('rings the contact for 45 s', async () => {
  const driver = bridgedCallDriver();
  await settled();
  const counsellor = await driver.answers(0);
  ring(driver.asked[1]!);
  await driver.time.move(44_900);
  expect(driver.asked[1]?.canceled).toBe(false);
  await driver.pass(200);
  expect(driver.asked[1]?.canceled).toBe(true);
  expect(driver.inbox.end).toMatchObject({ cause: 'no_answer', unansweredLeg: 'contact' });
  expect(counsellor.hungUp).toBe(1);
});

test('stops the ringing when the counsellor hangs up', async () => {
  const driver = bridgedCallDriver();
  await settled();
  const counsellor = await driver.answers(0);
  ring(driver.asked[1]!);
  counsellor.bye();
  await driver.pass(100);
  expect(driver.asked[1]?.canceled).toBe(true);
  expect(driver.inbox.end).toMatchObject({ cause: 'failed', by: 'human', talkMs: null, reason: LEFT });
});

test('hangs up an answer that crosses the counsellor’s hang-up, without a talk', async () => {
  const driver = bridgedCallDriver();
  await settled();
  const counsellor = await driver.answers(0);
  const contact = driver.answers(1);
  counsellor.bye();
  await settled();
  expect((await contact).hungUp).toBe(1);
  await driver.pass(100);
  expect(driver.inbox.end).toMatchObject({ cause: 'failed', talkMs: null, reason: LEFT });
  expect(driver.freed.map(({ who }) => who).sort()).toEqual(['contact', 'counsellor']);
});

describe('SipBridgedCall, canceled', () => {
  const PHASES: readonly [string, (driver: Driver) => Promise<unknown>, Partial<LegEnd>][] = [
    ['at once', () => Promise.resolve(), { cause: 'canceled', talkMs: null }],
    [
      'while the counsellor rings',
      (driver) =>
        settled().then(() => {
          ring(driver.asked[0]!);
        }),
      { cause: 'canceled', talkMs: null },
    ],
    [
      'while the contact rings',
      (driver) => settled().then(() => driver.answers(0)),
      { cause: 'canceled', talkMs: null },
    ],
    [
      'while they talk',
      async (driver) => {
        await settled();
        await driver.answers(0);
        await driver.answers(1);
        await driver.pass(2_000);
      },
      { cause: 'canceled', talkMs: 2_000 },
    ],
  ];
  test.each(PHASES)('ends %s', async (_, reach, expected) => {
    const driver = bridgedCallDriver();
    await reach(driver);
    driver.connect.hangUp();
    await settled();
    await driver.pass(100);
    await driver.connect.ended;
    expect(driver.inbox.end).toMatchObject(expected);
    expect(driver.asked.every(({ canceled }, at) => canceled || at < driver.asked.length)).toBe(true);
    expect(driver.freed.map(({ who }) => who).sort()).toEqual(['contact', 'counsellor']);
    expect(driver.connect.phase).toBe('ended');
  });
});

describe('SipBridgedCall, the end of a talk', () => {
  const ENDS: readonly [
    string,
    (both: { counsellor: FakeSession; contact: FakeSession }) => void,
    Partial<LegEnd>,
  ][] = [
    ['when the counsellor hangs up', ({ counsellor }) => counsellor.bye(), { cause: 'hung_up', by: 'human' }],
    ['when the contact hangs up', ({ contact }) => contact.bye(), { cause: 'hung_up', by: 'contact' }],
  ];
  test.each(ENDS)('hangs up both phones: %s', async (_, hangUp, expected) => {
    const driver = await talking();
    await driver.pass(3_000);
    hangUp(driver);
    await settled();
    await driver.pass(100);
    expect(driver.inbox.end).toEqual({ talkMs: 3_000, ...expected });
    expect([driver.counsellor.hungUp, driver.contact.hungUp]).toEqual([1, 1]);
  });

  test('comes at the limit of minutes, within half a second', async () => {
    const driver = await talking({ request: { maxTalkSeconds: 2 } });
    await driver.pass(2_100);
    expect([driver.counsellor.hungUp, driver.contact.hungUp]).toEqual([1, 1]);
    expect(driver.inbox.end).toEqual({ cause: 'limit_of_minutes', by: 'agent', talkMs: 2_000 });
  });

  test('comes when the contact answers and hangs up at once', async () => {
    const driver = bridgedCallDriver();
    await settled();
    await driver.answers(0);
    const contact = driver.answers(1);
    (await contact).bye();
    await driver.pass(100);
    expect(driver.inbox.end).toMatchObject({ cause: 'hung_up', by: 'contact' });
  });
});

test('loses a phone that sends nothing for 30 s and no longer knows the call', async () => {
  const driver = await talking();
  driver.contact.knowsUs = false;
  // The statistics of a leg that has received no packet; by default a packet has just come.
  driver.phones[1]!.statistics = () => ({ ...driver.phones[0]!.statistics(), silentMs: null });
  await driver.pass(29_000);
  expect(driver.inbox.end).toBeUndefined();
  await driver.pass(1_500);
  expect(driver.inbox.end).toMatchObject({ cause: 'connection_lost', by: 'carrier' });
});

test('refuses the order without ports, and frees both channels', async () => {
  const driver = bridgedCallDriver({ openLeg: () => Promise.reject(new Error('no ports')) });
  await settled();
  expect(driver.answer()).toEqual({ kind: 'refused', temporary: true, reason: 'there is no free RTP port' });
  expect(driver.freed.map(({ who }) => who)).toEqual(['counsellor', 'contact']);
});
