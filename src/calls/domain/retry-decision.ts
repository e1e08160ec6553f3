import { type RetryCause, type RetryPolicy, waitAfter } from '../../shared-kernel/retry-policy';
import { type CallState, queuedCall } from './call-state';
import type { RetryStop } from './chain';
import type { CallStatus } from './call-status';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** Carriers report a refusal by the contact as this reason. */
export const DECLINED = 'The call was declined.';

/** Rows that only the database can decide are left out: the list of do-not-call numbers, and waiting calls. */
type KnownStop = Exclude<RetryStop, 'do_not_call' | 'number_waits'>;

type Ended = Pick<
  CallState,
  'status' | 'statusReason' | 'answeredBy' | 'mayRetry' | 'endCause' | 'retry' | 'chainAttempt'
>;

/** Why no attempt follows a final call, by its own state alone; null: no reason. */
export function retryStopOf(call: Ended): KnownStop | null {
  const { status, retry } = call;
  if (status === 'completed' && !isMachine(call)) return 'reached';
  if (status === 'canceled' || !call.mayRetry) return 'canceled';
  if (status === 'expired') return 'expired';
  if (status === 'busy' && call.statusReason === DECLINED) return 'declined';
  const cause = CAUSES[status];
  if (!cause || !retry?.on.includes(cause) || isFailedForGood(call)) return 'not_retryable';
  return (call.chainAttempt ?? 1) >= retry.maxAttempts ? 'max_attempts' : null;
}

const CAUSES: Partial<Record<CallStatus, RetryCause>> = {
  completed: 'voicemail',
  no_answer: 'no_answer',
  busy: 'busy',
  failed: 'failed',
};

/** A machine answered: neither the contact nor another person. */
function isMachine({ answeredBy }: Pick<CallState, 'answeredBy'>): boolean {
  return answeredBy === 'voicemail' || answeredBy === 'announcement';
}

/** A call that fails in the queue has no cause of a leg's end. */
function isFailedForGood({ status, endCause }: Ended): boolean {
  if (status !== 'failed') return false;
  return endCause === null || endCause === 'number_unreachable' || endCause === 'refused';
}

/** The attempt that follows a final call; it is scheduled from the end of that call. */
export function nextAttempt(previous: CallState & { readonly retry: RetryPolicy }, id: string, now: Date) {
  const attempt = (previous.chainAttempt ?? 1) + 1;
  const ended = previous.endedAt ?? now;
  const nextAt = new Date(ended.getTime() + waitAfter(previous.retry, attempt - 1) * MINUTE_MS);
  const { accountId, agentId, phoneNumber, variables, metadata, test, batchId } = previous;
  const request = { phoneNumber, contact: {}, variables, metadata, test, scheduledFor: nextAt };
  const call: CallState = {
    ...queuedCall(id, accountId, agentId, { ...request, batchId: batchId ?? undefined }, now),
    contactName: previous.contactName,
    contactEmail: previous.contactEmail,
    externalId: previous.externalId,
    retry: previous.retry,
    chainAttempt: attempt,
    firstCallId: previous.firstCallId,
    previousCallId: previous.id,
  };
  return { call, nextAt };
}

/** "Attempt 2 of 3". */
export function describePlace({ chainAttempt, retry }: CallState): string {
  return `Attempt ${chainAttempt ?? 0} of ${retry?.maxAttempts ?? 0}`;
}

/** Completes "No further attempt:" in the timeline. */
export function describeStop(stop: RetryStop, { maxAttempts }: RetryPolicy): string {
  const texts: Readonly<Record<RetryStop, string>> = {
    reached: 'the contact was reached',
    canceled: 'the call or its batch was canceled',
    expired: 'the call expired',
    declined: 'the contact declined the call',
    not_retryable: 'a call that ends so is not tried again',
    max_attempts: `all ${maxAttempts} attempts were made`,
    do_not_call: 'the number is on the do-not-call list',
    number_waits: 'another call waits for the number',
  };
  return `No further attempt: ${texts[stop]}.`;
}
