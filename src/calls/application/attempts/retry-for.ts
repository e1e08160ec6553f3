import { chainPolicy, type RetryPolicy } from '../../../shared-kernel/retry-policy';

export interface RetryRequest {
  readonly retry?: RetryPolicy | null | undefined;
  readonly test: boolean;
  /** The call in which the contact wished for this one. */
  readonly callbackOf?: string | undefined;
}

/** The policy of a request: its own, or the account's default, which test calls and callbacks do not have. */
export function retryFor(
  { retry, test, callbackOf }: RetryRequest,
  account: { readonly retry: RetryPolicy | null },
): RetryPolicy | null {
  return chainPolicy(retry ?? (test || callbackOf !== undefined ? null : account.retry));
}
