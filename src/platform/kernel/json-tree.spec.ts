import { spoiltPlaces } from './json-tree';

const NUL = expect.stringMatching(/^must not hold the NUL/);

test.each<[string, unknown, [string, unknown][]]>([
  ['nothing', { a: [1, 'b', null, { c: true }], '': {} }, []],
  ['a text', 'a\0', [['', NUL]]],
  [
    'texts of lists and objects',
    { a: ['x', { b: '\0' }], c: '\udc00' },
    [
      ['.c', NUL],
      ['.a[1].b', NUL],
    ],
  ],
  ['a key', { a: { '\0': '\0' } }, [['.a', expect.stringMatching(/keys without/)]]],
  ['a number', [[JSON.parse('-1e999')]], [['[0][0]', expect.stringMatching(/double/)]]],
])('names the places of %s', (_, value, places) =>
  expect(spoiltPlaces(value)).toEqual(places.map(([path, message]) => ({ path, message }))),
);

test('names at most a hundred', () =>
  expect(spoiltPlaces(Array.from({ length: 300 }, () => '\0'))).toHaveLength(100));

test('handles any depth', () => {
  let deep: unknown = '\0';
  for (let level = 0; level < 20_000; level++) deep = [deep];
  expect(spoiltPlaces(deep)).toHaveLength(1);
});
