import { ToolLimits } from './tool-limits';

test('admits three calls of an answer and four answers of a turn, in each turn', () => {
  const limits = new ToolLimits();
  expect([1, 4, 3, 1, 1].map((calls) => limits.admit(calls, 0))).toEqual([1, 3, 3, 1, 0]);
  limits.newTurn();
  expect([2, 2].map((calls) => limits.admit(calls, 0))).toEqual([2, 2]);
});

test('admits none thirty seconds after the first of a turn', () => {
  const limits = new ToolLimits();
  expect([5_000, 34_999, 35_000].map((nowMs) => limits.admit(1, nowMs))).toEqual([1, 1, 0]);
  limits.newTurn();
  expect(limits.admit(1, 60_000)).toBe(1);
});

test('admits twenty calls of a talk', () => {
  const limits = new ToolLimits();
  const admitted = Array.from({ length: 8 }, () => {
    limits.newTurn();
    return limits.admit(3, 0);
  });
  expect(admitted).toEqual([3, 3, 3, 3, 3, 3, 2, 0]);
});
