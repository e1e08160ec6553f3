import { LookLimit } from './look-limit';

test('no minute has more than so many', () => {
  let now = 1_000_000;
  const limit = new LookLimit(3, () => now);
  const taken: number[] = [];
  for (let second = 0; second < 180; second += 5, now += 5_000) if (limit.take()) taken.push(second);
  expect(taken).toEqual([0, 5, 10, 60, 65, 70, 120, 125, 130]);
});

test('without a limit there is none', () => {
  const limit = new LookLimit(null, () => 0);
  expect(Array.from({ length: 500 }, () => limit.take())).not.toContain(false);
});
