import { connectStage, type FakeSession, talking } from '../../../../test/harness/sip-connect-stage';
import { refused, ring, route } from '../../../../test/harness/sip-outbound-stage';
import { settled } from '../../../../test/harness/simulated-network';
import type { CallFailure } from '../../../sip';
import type { LegEnd } from '../../domain/carrier';

const LEFT = 'The counsellor hung up before the contact answered.';
const SILENT: CallFailure = { kind: 'silent', receivedSince: false, rang: false, targets: [] };
type Stage = ReturnType<typeof connectStage>;

describe('a phone that is not answered ends the call, and says whose it was', () => {
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

  test.each(FAILURES)("the counsellor's: %s", async (_, failure, expected) => {
    const { asked, inbox, freed } = connectStage();
    await settled();
    expect(asked[0]?.options.requestUri).toBe('sip:+919800000001@one');
    asked[0]?.handlers.onFailed(failure);
    await settled();
    expect(inbox.end).toEqual({ by: 'carrier', talkMs: null, unansweredLeg: 'counsellor', ...expected });
    expect(asked).toHaveLength(1);
    expect(freed.map(({ who }) => who)).toEqual(['counsellor', 'contact']);
  });

  test.each(FAILURES)("the contact's: %s", async (_, failure, expected) => {
    const { asked, inbox, freed, answers, pass } = connectStage();
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

test('a refusal of the counsellor is the answer to the order; one of the contact ends the call', async () => {
  const first = connectStage();
  await settled();
  first.asked[0]?.handlers.onFailed(refused(403));
  await settled();
  expect(first.answer()).toEqual({
    kind: 'refused',
    temporary: false,
    reason: '403, it does not allow the call',
  });
  const second = connectStage();
  await settled();
  await second.answers(0);
  second.asked[1]?.handlers.onFailed(refused(503));
  await second.pass(100);
  expect(second.inbox.end).toMatchObject({
    cause: 'failed',
    reason: 'The carrier refused: 503, it has no capacity right now',
  });
});

test('each phone has its own trunks: one that refuses is followed by the next', async () => {
  const stage = connectStage({ contactRoutes: [route('one'), route('two')] });
  await settled();
  await stage.answers(0);
  stage.asked[1]?.handlers.onFailed(refused(503));
  await settled();
  expect(stage.asked[2]?.options.requestUri).toBe('sip:+919800000002@two');
  expect(stage.moves).toEqual(['contact two']);
  await stage.answers(2);
  expect(stage.inbox.events.map((event) => `${event.type} ${'leg' in event ? event.leg : ''}`)).toEqual([
    'timeline ',
    'answered counsellor',
    'timeline ',
    'timeline ',
    'timeline ',
    'answered contact',
  ]);
});

test('phones are told as they ring and are answered; the second one takes a slot of its trunk', async () => {
  const stage = connectStage();
  await settled();
  expect(stage.seconds()).toBe(0);
  ring(stage.asked[0]!);
  await settled();
  expect(stage.answer()).toEqual({ kind: 'accepted', carrierCallId: 'hcall_1.1-0' });
  await stage.answers(0);
  expect(stage.seconds()).toBe(1);
  ring(stage.asked[1]!);
  await stage.answers(1);
  expect(stage.inbox.events.filter(({ type }) => type !== 'timeline')).toMatchObject([
    { type: 'ringing', leg: 'counsellor' },
    { type: 'answered', leg: 'counsellor' },
    { type: 'ringing', leg: 'contact' },
    { type: 'answered', leg: 'contact' },
  ]);
  expect(stage.connect.phase).toBe('answered');
});

test('the contact has 45 s of ringing', async () => {
  const stage = connectStage();
  await settled();
  const counsellor = await stage.answers(0);
  ring(stage.asked[1]!);
  await stage.time.move(44_900);
  expect(stage.asked[1]?.canceled).toBe(false);
  await stage.pass(200);
  expect(stage.asked[1]?.canceled).toBe(true);
  expect(stage.inbox.end).toMatchObject({ cause: 'no_answer', unansweredLeg: 'contact' });
  expect(counsellor.hungUp).toBe(1);
});

test('a counsellor who hangs up while the contact rings ends the ringing', async () => {
  const stage = connectStage();
  await settled();
  const counsellor = await stage.answers(0);
  ring(stage.asked[1]!);
  counsellor.bye();
  await stage.pass(100);
  expect(stage.asked[1]?.canceled).toBe(true);
  expect(stage.inbox.end).toMatchObject({ cause: 'failed', by: 'human', talkMs: null, reason: LEFT });
});

test('an answer that crosses the counsellor’s hang-up is hung up, and nobody talked', async () => {
  const stage = connectStage();
  await settled();
  const counsellor = await stage.answers(0);
  const contact = stage.answers(1);
  counsellor.bye();
  await settled();
  expect((await contact).hungUp).toBe(1);
  await stage.pass(100);
  expect(stage.inbox.end).toMatchObject({ cause: 'failed', talkMs: null, reason: LEFT });
  expect(stage.freed.map(({ who }) => who).sort()).toEqual(['contact', 'counsellor']);
});

describe('a hang-up of ours', () => {
  const PHASES: readonly [string, (stage: Stage) => Promise<unknown>, Partial<LegEnd>][] = [
    ['at once', () => Promise.resolve(), { cause: 'canceled', talkMs: null }],
    [
      'while the counsellor rings',
      (stage) =>
        settled().then(() => {
          ring(stage.asked[0]!);
        }),
      { cause: 'canceled', talkMs: null },
    ],
    [
      'while the contact rings',
      (stage) => settled().then(() => stage.answers(0)),
      { cause: 'canceled', talkMs: null },
    ],
    [
      'while they talk',
      async (stage) => {
        await settled();
        await stage.answers(0);
        await stage.answers(1);
        await stage.pass(2_000);
      },
      { cause: 'canceled', talkMs: 2_000 },
    ],
  ];
  test.each(PHASES)('%s ends whatever there is', async (_, reach, expected) => {
    const stage = connectStage();
    await reach(stage);
    stage.connect.hangUp();
    await settled();
    await stage.pass(100);
    await stage.connect.ended;
    expect(stage.inbox.end).toMatchObject(expected);
    expect(stage.asked.every(({ canceled }, at) => canceled || at < stage.asked.length)).toBe(true);
    expect(stage.freed.map(({ who }) => who).sort()).toEqual(['contact', 'counsellor']);
    expect(stage.connect.phase).toBe('ended');
  });
});

describe('a talk ends for both', () => {
  const ENDS: readonly [
    string,
    (both: { counsellor: FakeSession; contact: FakeSession }) => void,
    Partial<LegEnd>,
  ][] = [
    ['when the counsellor hangs up', ({ counsellor }) => counsellor.bye(), { cause: 'hung_up', by: 'human' }],
    ['when the contact hangs up', ({ contact }) => contact.bye(), { cause: 'hung_up', by: 'contact' }],
  ];
  test.each(ENDS)('%s', async (_, hangUp, expected) => {
    const stage = await talking();
    await stage.pass(3_000);
    hangUp(stage);
    await settled();
    await stage.pass(100);
    expect(stage.inbox.end).toEqual({ talkMs: 3_000, ...expected });
    expect([stage.counsellor.hungUp, stage.contact.hungUp]).toEqual([1, 1]);
  });

  test('at the limit of minutes, within half a second', async () => {
    const stage = await talking({ request: { maxTalkSeconds: 2 } });
    await stage.pass(2_100);
    expect([stage.counsellor.hungUp, stage.contact.hungUp]).toEqual([1, 1]);
    expect(stage.inbox.end).toEqual({ cause: 'limit_of_minutes', by: 'agent', talkMs: 2_000 });
  });

  test('when the contact answers and hangs up at once', async () => {
    const stage = connectStage();
    await settled();
    await stage.answers(0);
    const contact = stage.answers(1);
    (await contact).bye();
    await stage.pass(100);
    expect(stage.inbox.end).toMatchObject({ cause: 'hung_up', by: 'contact' });
  });
});

test('a phone that sends nothing for 30 s and does not know the call any more is lost', async () => {
  const stage = await talking();
  stage.contact.knowsUs = false;
  // The statistics of a leg that has received no packet; by default a packet has just come.
  stage.phones[1]!.statistics = () => ({ ...stage.phones[0]!.statistics(), silentMs: null });
  await stage.pass(29_000);
  expect(stage.inbox.end).toBeUndefined();
  await stage.pass(1_500);
  expect(stage.inbox.end).toMatchObject({ cause: 'connection_lost', by: 'carrier' });
});

test('without ports the order is refused, and both channels are free', async () => {
  const stage = connectStage({ openLeg: () => Promise.reject(new Error('no ports')) });
  await settled();
  expect(stage.answer()).toEqual({ kind: 'refused', temporary: true, reason: 'there is no free RTP port' });
  expect(stage.freed.map(({ who }) => who)).toEqual(['counsellor', 'contact']);
});
