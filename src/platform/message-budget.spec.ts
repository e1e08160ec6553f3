import { MessageBudget } from './message-budget';

/** How many messages of a size are admitted in the first `ms`, of at most `count`. */
function admitted(bytes: number, count: number, ms: number): number {
  const budget = new MessageBudget();
  let sum = 0;
  for (let at = 0; at < count; at++) if (budget.admit(bytes, (at * ms) / count)) sum += 1;
  return sum;
}

test.each([
  ['of 20 ms for a minute', 300, 3_000, 60_000],
  ['of 20 ms that waited for 30 s', 300, 1_500, 1],
  ['of 100 ms of 16 bits that waited for 30 s', 2_300, 300, 1],
])('admits messages %s', (_, bytes, count, ms) => {
  expect(admitted(bytes, count, ms)).toBe(count);
});

test.each([
  ['small', 10, 4_951],
  ['large', 65_536, 76],
])('admits a bounded number of %s messages in 5 s', (_, bytes, count) => {
  expect(admitted(bytes, 100_000, 4_999)).toBe(count);
  expect(admitted(bytes, 100_000, 9_999)).toBe(2 * count);
});
