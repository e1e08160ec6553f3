import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import { AttemptForecast } from './attempt-forecast';

const POLICY: RetryPolicy = { maxAttempts: 3, on: ['no_answer', 'busy'], waitMinutes: [60, 240] };
const ends = (no_answer: number, busy: number) => ({ no_answer, busy, failed: 9, voicemail: 9 });

it('counts each row once without a policy', () => {
  const forecast = new AttemptForecast(40, null, { dialed: 100, ends: ends(50, 0) });
  expect([forecast.attempts, forecast.waitMs]).toEqual([40, 0]);
});

it('sums the powers of the share of ends in the policy', () => {
  const forecast = new AttemptForecast(100, POLICY, { dialed: 100, ends: ends(20, 10) });
  expect(forecast.attempts).toBe(Math.round(100 * (1 + 0.3 + 0.09)));
});

it('assumes 0.4 before any call', () => {
  const forecast = new AttemptForecast(100, POLICY, { dialed: 0, ends: ends(0, 0) });
  expect(forecast.attempts).toBe(156);
});

it.each([
  [10, 0.2, 60],
  [100, 0.2, 300],
  [2, 0.2, 0],
  [2, 0.25, 60],
])(
  'waits until the last attempt that %i rows with a share of %f are expected to make',
  (rows, share, minutes) => {
    const forecast = new AttemptForecast(rows, POLICY, { dialed: 100, ends: ends(share * 100, 0) });
    expect(forecast.waitMs).toBe(minutes * 60_000);
  },
);
