import fc from 'fast-check';
import { charge, grant } from './pricing';

const amounts = fc.bigInt({ min: 0n, max: 10_000_000n });
const prices = fc.bigInt({ min: 1n, max: 200_000n });

test('grants whole minutes, at least one, never above the available or requested ones', () =>
  fc.assert(
    fc.property(amounts, prices, fc.integer({ min: 1, max: 30 }), (available, price, most) => {
      const given = grant(available, price, most);
      if (available < price) expect(given).toBeNull();
      else {
        expect(given?.minutes).toBeGreaterThanOrEqual(1);
        expect(given?.minutes).toBeLessThanOrEqual(most);
        expect(given?.amount).toBe(BigInt(given?.minutes ?? 0) * price);
        expect((given?.amount ?? 0n) <= available).toBe(true);
      }
    }),
  ));

test.each([
  [-60_000n, undefined],
  [59_999n, undefined],
  [60_000n, 1],
  [119_999n, 1],
  [240_000n, 4],
  [600_000n, 5],
])('grants of %d, at 60,000 a minute and at most 5 minutes, %p', (available, minutes) =>
  expect(grant(available, 60_000n, 5)?.minutes).toBe(minutes),
);

test('charges each started minute, at least one, never above the reservation', () => {
  expect(charge(0, 60_000n, 600_000n)).toBe(60_000n);
  expect(charge(60, 60_000n, 600_000n)).toBe(60_000n);
  expect(charge(61, 60_000n, 600_000n)).toBe(120_000n);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), prices, amounts, (seconds, price, reserved) => {
      const price_ = charge(seconds, price, reserved);
      expect(price_ <= reserved).toBe(true);
    }),
  );
});

test('grants what costs nothing, and charges nothing', () => {
  expect(grant(0n, 0n, 10)).toEqual({ minutes: 10, amount: 0n });
  expect(charge(600, 0n, 0n)).toBe(0n);
});
