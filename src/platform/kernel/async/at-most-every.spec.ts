import { atMostEvery } from './at-most-every';

test('acts at once, then drops calls until the time is over', () => {
  jest.useFakeTimers();
  const act = jest.fn();
  const limited = atMostEvery(1_000, act);
  for (const at of [0, 999, 1_000, 1_001]) {
    jest.advanceTimersByTime(at - performance.now());
    limited(at);
  }
  expect(act.mock.calls).toEqual([[0], [1_000]]);
  jest.useRealTimers();
});
