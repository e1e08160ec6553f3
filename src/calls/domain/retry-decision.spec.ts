import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import { type CallState, queuedCall } from './call-state';
import { RETRY_STOPS } from './chain';
import { DECLINED, describeStop, nextAttempt, retryStopOf } from './retry-decision';

const NOW = new Date('2026-11-20T09:00:00Z');
const ALL: RetryPolicy = {
  maxAttempts: 3,
  on: ['no_answer', 'busy', 'failed', 'voicemail'],
  waitMinutes: [5, 30],
};

function ended(fields: Partial<CallState>): CallState {
  const request = { phoneNumber: '+919876540003', contact: { name: 'Asha' }, variables: {}, metadata: {} };
  const call = queuedCall('call_1', 'acct_1', 'agent_1', { ...request, test: false, retry: ALL }, NOW);
  return { ...call, status: 'no_answer', endCause: 'no_answer', endedAt: NOW, ...fields };
}

const none: RetryPolicy = { ...ALL, on: ['no_answer'] };

describe('retryStopOf', () => {
  it.each<[string, Partial<CallState>, ReturnType<typeof retryStopOf>]>([
    ['a person', { status: 'completed', answeredBy: 'human', chainAttempt: 3 }, 'reached'],
    ['a call without a known party', { status: 'completed', answeredBy: null }, 'reached'],
    ['a screening assistant', { status: 'completed', answeredBy: 'screening' }, 'reached'],
    ['a phone menu', { status: 'completed', answeredBy: 'ivr' }, 'reached'],
    ['voicemail', { status: 'completed', answeredBy: 'voicemail' }, null],
    ['an announcement', { status: 'completed', answeredBy: 'announcement' }, null],
    [
      'voicemail that is not in on',
      { status: 'completed', answeredBy: 'voicemail', retry: none },
      'not_retryable',
    ],
    ['a canceled call', { status: 'canceled' }, 'canceled'],
    ['no answer in a canceled batch', { mayRetry: false }, 'canceled'],
    ['a person in a canceled batch', { status: 'completed', mayRetry: false }, 'reached'],
    ['an expired call', { status: 'expired' }, 'expired'],
    ['a declined call', { status: 'busy', statusReason: DECLINED }, 'declined'],
    [
      'a declined call that is not in on',
      { status: 'busy', statusReason: DECLINED, retry: none },
      'declined',
    ],
    ['a busy phone', { status: 'busy' }, null],
    ['a busy phone that is not in on', { status: 'busy', retry: none }, 'not_retryable'],
    ['no answer', {}, null],
    ['a failure in the queue', { status: 'failed', endCause: null }, 'not_retryable'],
    ['a number that does not exist', { status: 'failed', endCause: 'number_unreachable' }, 'not_retryable'],
    ['a permanent refusal', { status: 'failed', endCause: 'refused' }, 'not_retryable'],
    ['no capacity', { status: 'failed', endCause: 'failed' }, null],
    ['a crash before the answer', { status: 'failed', endCause: 'carrier_lost_it' }, null],
    ['a failure that is not in on', { status: 'failed', endCause: 'failed', retry: none }, 'not_retryable'],
    ['the last attempt', { chainAttempt: 3 }, 'max_attempts'],
    ['the second attempt', { chainAttempt: 2 }, null],
  ])('decides: %s', (_, fields, stop) => {
    expect(retryStopOf(ended(fields))).toBe(stop);
  });
});

describe('nextAttempt', () => {
  const chained = (fields: Partial<CallState> = {}) => ({ ...ended(fields), retry: ALL });

  it('copies what was sent, and waits from the end of the previous attempt', () => {
    const later = new Date(NOW.getTime() + 2_000);
    const { call, nextAt } = nextAttempt(chained(), 'call_2', later);
    expect(nextAt).toEqual(new Date(NOW.getTime() + 5 * 60_000));
    expect(call).toMatchObject({
      id: 'call_2',
      status: 'queued',
      contactName: 'Asha',
      createdAt: later,
      queuedFrom: nextAt,
      chainAttempt: 2,
      firstCallId: 'call_1',
      previousCallId: 'call_1',
      nextCallId: null,
      retryStopped: null,
    });
  });

  it('repeats the last wait', () => {
    const waits = [1, 2, 3].map(
      (chainAttempt) => nextAttempt(chained({ chainAttempt }), 'call_2', NOW).nextAt,
    );
    expect(waits.map((at) => (at.getTime() - NOW.getTime()) / 60_000)).toEqual([5, 30, 30]);
  });

  it('is due at once after a wait of 0', () => {
    const retry = { ...ALL, waitMinutes: [0] };
    expect(nextAttempt({ ...ended({}), retry }, 'call_2', NOW).call).toMatchObject({
      heldBy: null,
      dueAt: NOW,
    });
  });
});

it('describes every stop', () => {
  expect(new Set(RETRY_STOPS.map((stop) => describeStop(stop, ALL))).size).toBe(RETRY_STOPS.length);
  expect(describeStop('declined', ALL)).toBe('No further attempt: the contact declined the call.');
});
