import { chainPolicy, type RetryPolicy } from '../../../shared-kernel/retry-policy';

export interface RetryRequest {
  readonly retry?: RetryPolicy | null | undefined;
  readonly test: boolean;
}

/** The policy of a request: its own, or the account's default, which test calls do not have. */
export function retryFor(
  { retry, test }: RetryRequest,
  account: { readonly retry: RetryPolicy | null },
): RetryPolicy | null {
  return chainPolicy(retry ?? (test ? null : account.retry));
}
