import { mixInto } from './mixer';

test('adds samples, and clips loud ones', () => {
  const frame = Int16Array.of(1, -5, 30_000, -30_000, 32_767);
  mixInto(frame, Int16Array.of(2, 3, 30_000, -30_000, -32_768));
  expect([...frame]).toEqual([3, -2, 32_767, -32_768, -1]);
});

test('leaves the rest unchanged after a shorter one', () => {
  const frame = Int16Array.of(1, 2);
  mixInto(frame, Int16Array.of(1));
  expect([...frame]).toEqual([2, 2]);
});
