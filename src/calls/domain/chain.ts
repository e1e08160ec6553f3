import type { RetryPolicy } from '../../shared-kernel/retry-policy';

/** Why no attempt follows a call, in the order in which they are looked at. */
export const RETRY_STOPS = [
  'reached',
  'canceled',
  'expired',
  'declined',
  'not_retryable',
  'max_attempts',
  'do_not_call',
  'number_waits',
] as const;
export type RetryStop = (typeof RETRY_STOPS)[number];

/** The place of a call among the attempts of one request. All are null for a call without a policy. */
export interface ChainState {
  readonly retry: RetryPolicy | null;
  /** 1 for the first call. */
  readonly chainAttempt: number | null;
  /** The call itself, when it is the first. */
  readonly firstCallId: string | null;
  readonly previousCallId: string | null;
  readonly nextCallId: string | null;
  /** The instant for which the next call is scheduled. */
  readonly nextAt: Date | null;
  readonly retryStopped: RetryStop | null;
}

export const NO_CHAIN: ChainState = {
  retry: null,
  chainAttempt: null,
  firstCallId: null,
  previousCallId: null,
  nextCallId: null,
  nextAt: null,
  retryStopped: null,
};

/** The chain that a new call begins. */
export function newChain(callId: string, retry: RetryPolicy | null | undefined): ChainState {
  return retry ? { ...NO_CHAIN, retry, chainAttempt: 1, firstCallId: callId } : NO_CHAIN;
}
