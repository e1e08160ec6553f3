import fc from 'fast-check';
import { isKeyForm, keyPrefix, makeKey } from './key-format';

const randomBelow = (limit: number) => Math.floor(Math.random() * limit);

test('generates keys of aics_, 32 base62 characters, and 6 of checksum', () => {
  for (let at = 0; at < 200; at++) {
    const key = makeKey(randomBelow);
    expect(key).toMatch(/^aics_[0-9A-Za-z]{38}$/);
    expect(isKeyForm(key)).toBe(true);
    expect(keyPrefix(key)).toBe(key.slice(5, 13));
  }
});

test('detects one changed character without the database', () => {
  const key = makeKey(randomBelow);
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: key.length - 1 }),
      fc.constantFrom('0', '5', '9', 'a', 'k', 'z', 'A', 'Z'),
      (at, character) => {
        fc.pre(key[at] !== character);
        expect(isKeyForm(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      },
    ),
  );
});

test.each(['', 'aics_', 'sk_live_123', 'aics_' + '0'.repeat(38)])('rejects %j', (text) =>
  expect(isKeyForm(text)).toBe(false),
);
