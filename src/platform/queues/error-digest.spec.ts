import { ErrorDigest } from './error-digest';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('logs the first error of a queue at once, and counts the others every 5 s', () => {
  const lines: string[] = [];
  const digest = new ErrorDigest((line) => lines.push(line));
  for (let times = 0; times < 1_000; times++) digest.add('calls', 'away');
  digest.add('events', 'away');
  expect(lines).toEqual(['queue calls: away', 'queue events: away']);
  jest.advanceTimersByTime(5_000);
  expect(lines.slice(2)).toEqual(['queue calls: 999 more errors in 5 s, the last: away']);
  jest.advanceTimersByTime(5_000);
  digest.add('calls', 'away again');
  expect(lines.slice(3)).toEqual(['queue calls: away again']);
});
