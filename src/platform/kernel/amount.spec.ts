import fc from 'fast-check';
import { amountOf, decimalOf, numberOf, parseAmount } from './amount';

test.each([
  ['0', 0n],
  ['0.15', 1_500n],
  ['6', 60_000n],
  ['-12.0001', -120_001n],
  ['99999999999999.9999', 999_999_999_999_999_999n],
])('parses %s exactly', (text, amount) => expect(parseAmount(text)).toBe(amount));

test.each(['', '1.', '.5', '1e3', '0.12345', '1,5', ' 1', 'Infinity', '999999999999999'])(
  'rejects %j',
  (text) => expect(parseAmount(text)).toBeUndefined(),
);

test('preserves an amount in the database and, within usual credits, in JSON', () =>
  fc.assert(
    fc.property(fc.bigInt({ min: -1_000_000_000_000_000n, max: 1_000_000_000_000_000n }), (amount) => {
      expect(amountOf(decimalOf(amount))).toBe(amount);
      expect(parseAmount(numberOf(amount).toFixed(4))).toBe(amount);
    }),
  ));
