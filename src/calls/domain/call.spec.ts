import fc from 'fast-check';
import { isFinal } from '../../platform/kernel/transition-table';
import { Call } from './call';
import { type CallState, queuedCall } from './call-state';
import { CALL_STATUSES, CALL_TRANSITIONS, type CallStatus, type CallTrigger } from './call-status';

const T0 = new Date('2026-11-20T06:30:00Z');
const later = (ms: number) => new Date(T0.getTime() + ms);
const TERMS = {
  agentVersion: T0,
  maxTalkSeconds: 600,
  creditsLimitTalk: false,
  pricePerMinute: '6.0000',
  carrier: 'simulator',
  watchdogAt: later(120_000),
};

const queued = () =>
  queuedCall(
    'call_1',
    'acct_1',
    'agent_1',
    { phoneNumber: '+919876540001', contact: {}, variables: {}, metadata: {}, test: false },
    T0,
  );

/** A call moved to each status. */
function callIn(status: CallStatus): Call {
  const call = new Call(queued());
  if (status === 'queued') return call;
  if (status === 'canceled') call.cancel('x', T0);
  if (status === 'expired') call.expire(T0);
  if (['canceled', 'expired'].includes(status)) return call;
  call.dial(TERMS, T0);
  if (status === 'no_answer') call.end({ cause: 'no_answer', talkMs: null }, T0);
  if (status === 'busy') call.end({ cause: 'busy', talkMs: null }, T0);
  if (status === 'failed') call.end({ cause: 'failed', talkMs: null }, T0);
  if (['in_progress', 'completed'].includes(status)) call.answer(later(4_000), later(700_000));
  if (status === 'completed') call.end({ cause: 'hung_up', talkMs: 30_000 }, later(34_000));
  return call;
}

/** The method that fires each trigger. */
const PULL: Record<CallTrigger, (call: Call) => void> = {
  dial: (call) => call.dial(TERMS, later(1)),
  cancel: (call) => call.cancel('on request', later(1)),
  expire: (call) => call.expire(later(1)),
  give_up: (call) => call.failUndialable('listed', later(1)),
  answer: (call) => call.answer(later(4_000), later(700_000)),
  ring_out: (call) => call.end({ cause: 'no_answer', talkMs: null }, later(45_000)),
  find_busy: (call) => call.end({ cause: 'busy', talkMs: null }, later(4_000)),
  fail: (call) => call.end({ cause: 'failed', talkMs: null }, later(4_000)),
  put_back: (call) => call.refuse('no channel', true, true, later(100), (ms) => ms),
  hang_up: (call) => call.end({ cause: 'hung_up', talkMs: 30_000 }, later(34_000)),
};

describe('transitions of a call', () => {
  const cells = CALL_STATUSES.flatMap((status) =>
    (Object.keys(PULL) as CallTrigger[]).map((trigger) => [status, trigger] as const),
  );

  test.each(cells)('apply %s, %s', (status, trigger) => {
    const call = callIn(status);
    expect(call.state.status).toBe(status);
    const before = call.state;
    PULL[trigger](call);
    const row: Partial<Record<CallTrigger, CallStatus>> = CALL_TRANSITIONS[status];
    const to = row[trigger];
    if (to !== undefined) expect(call.state.status).toBe(to);
    // A leg that ends in progress completes the call, whatever the reported cause (R7); reported talk counts as
    // connected.
    else if (status === 'in_progress' && ['ring_out', 'find_busy', 'fail'].includes(trigger)) {
      expect(call.state.status).toBe('completed');
    } else if (status === 'dialing' && trigger === 'hang_up') expect(call.state.status).toBe('completed');
    else expect(call.state).toEqual({ ...before, answeredAt: call.state.answeredAt });
  });

  test.each(CALL_STATUSES.filter((status) => isFinal(CALL_TRANSITIONS, status)))('end %s', (status) => {
    const { endedAt, finishedAt } = callIn(status).state;
    expect(endedAt).not.toBeNull();
    // A completed call still waits for its outcome; any other is finished at once.
    expect(finishedAt !== null).toBe(status !== 'completed');
  });
});

describe('refusals of a call', () => {
  test('retry a temporary one after 10 s, 30 s and 2 min, then fail the call', () => {
    let state: CallState = queued();
    for (const wait of [10_000, 30_000, 120_000]) {
      const call = new Call(state);
      call.dial(TERMS, T0);
      call.refuse('no channel', true, true, T0, (ms) => ms);
      expect(call.state).toMatchObject({ status: 'queued', dialedAt: null, dueAt: later(wait) });
      expect(call.state.statusReason).toContain('no channel');
      ({ state } = call);
    }
    const last = new Call(state);
    last.dial(TERMS, T0);
    last.refuse('no channel', true, true, T0, (ms) => ms);
    expect(last.state).toMatchObject({ status: 'failed', attempt: 4 });
  });

  test.each([
    ['for good', false, true],
    ['when another call waits for the number', true, false],
  ])('fail the call at once: %s', (_, temporary, mayRetry) => {
    const call = callIn('dialing');
    call.refuse('no', temporary, mayRetry, T0, (ms) => ms);
    expect(call.state).toMatchObject({ status: 'failed', endedAt: T0, finishedAt: T0 });
  });
});

describe('repeated, late and unordered events', () => {
  type Fact = (call: Call) => void;
  const facts: Fact[] = [
    (call) => call.ring(later(1_000), later(121_000)),
    (call) => call.answer(later(5_000), later(700_000)),
    (call) => call.end({ cause: 'hung_up', talkMs: 30_000 }, later(35_000)),
  ];

  test('make one final row and one event in any order, any number of times', () => {
    const inOrder = callIn('dialing');
    for (const fact of facts) fact(inOrder);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        fc.array(fc.nat(2), { maxLength: 6 }),
        (order, repeats) => {
          const call = callIn('dialing');
          for (const at of [...order, ...repeats]) facts[at]?.(call);
          expect({ ...call.state, watchdogAt: null }).toEqual({ ...inOrder.state, watchdogAt: null });
          expect(call.events).toHaveLength(1);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('end a call by the first end', () => {
    const call = callIn('completed');
    const before = call.state;
    expect(call.end({ cause: 'failed', talkMs: null }, later(90_000))).toBe(false);
    expect(call.state).toEqual(before);
  });
});

describe('the duration of a call', () => {
  test.each([
    ['what the carrier reports, in whole seconds', 30_999, 30],
    ['never more than was reserved', 900_000, 600],
  ])('is counted: %s', (_, talkMs, seconds) => {
    const call = callIn('in_progress');
    call.end({ cause: 'hung_up', talkMs }, later(40_000));
    expect(call.state.durationSeconds).toBe(seconds);
  });

  test('is the time since the answer after a crash', () => {
    const call = callIn('in_progress');
    call.end({ cause: 'carrier_lost_it', talkMs: null }, later(64_500));
    expect(call.state).toMatchObject({ status: 'completed', durationSeconds: 60 });
    expect(call.state.statusReason).toContain('cut off');
  });
});
