import type { RetryPolicy } from '../../../shared-kernel/retry-policy';
import { retryFor } from './retry-for';

const policy = (maxAttempts: number): RetryPolicy => ({ maxAttempts, on: ['busy'], waitMinutes: [60] });
const account = { retry: policy(3) };

describe('retryFor', () => {
  it('returns the default of the account', () => {
    expect(retryFor({ test: false }, account)?.maxAttempts).toBe(3);
  });

  it.each([
    ['a test call', { test: true }],
    ['a callback', { test: false, callbackOf: 'call_1' }],
  ])('ignores the default for %s', (_, request) => {
    expect(retryFor(request, account)).toBeNull();
    expect(retryFor({ ...request, retry: policy(2) }, account)?.maxAttempts).toBe(2);
  });
});
