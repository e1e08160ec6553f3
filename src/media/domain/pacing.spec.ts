import { Lateness, Pacing } from './pacing';

test.each([
  [
    'on time',
    [0, 20, 40],
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
  ],
  [
    'a little late',
    [3, 21, 59.9],
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
  ],
  [
    'too early',
    [0, 19.9, 20],
    [
      [0, 1],
      [0, 0],
      [0, 1],
    ],
  ],
  [
    '100 ms late: caught up',
    [0, 119],
    [
      [0, 1],
      [0, 5],
    ],
  ],
  [
    'later: skipped, but for the last 100 ms',
    [0, 120, 140],
    [
      [0, 1],
      [1, 5],
      [0, 1],
    ],
  ],
  [
    'an hour late',
    [0, 3_600_000, 3_600_020],
    [
      [0, 1],
      [179_995, 5],
      [0, 1],
    ],
  ],
  [
    'a clock that goes back',
    [100, 40, 120],
    [
      [1, 5],
      [0, 0],
      [0, 1],
    ],
  ],
])('%s', (_, times, due) => {
  const pacing = new Pacing(0);
  expect(times.map((now) => pacing.consumeDue(now)).map(({ skipped, ticks }) => [skipped, ticks])).toEqual(
    due,
  );
});

test('schedules the next tick from the start, not from the previous tick', () => {
  const pacing = new Pacing(7);
  pacing.consumeDue(26);
  expect(pacing.nextMs).toBe(27);
  pacing.consumeDue(50);
  expect(pacing.nextMs).toBe(67);
});

test('measures lateness', () => {
  const lateness = new Lateness();
  for (let at = 0; at < 990; at++) lateness.add(0.3);
  for (let at = 0; at < 10; at++) lateness.add(7.2);
  expect(lateness.figures).toEqual({
    ticks: 1_000,
    p50Ms: 0.5,
    p99Ms: 0.5,
    worstMs: 7.2,
    sumMs: expect.closeTo(990 * 0.3 + 10 * 7.2),
  });
  expect([lateness.atMost(1), lateness.atMost(7), lateness.atMost(10)]).toEqual([990, 990, 1_000]);
  lateness.add(9_999);
  expect(lateness.figures.worstMs).toBe(9_999);
  lateness.add(-1);
  expect(lateness.figures.ticks).toBe(1_002);
});
