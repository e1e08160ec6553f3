import { canonicalJson } from './canonical-json';

test('ignores the order of keys and white space, at any depth', () => {
  const one = JSON.parse('{"b": [1, {"y": 2, "x": 1}], "a": null}') as unknown;
  const other = JSON.parse('{"a":null,"b":[1,{"x":1,"y":2}]}') as unknown;
  expect(canonicalJson(one)).toBe(canonicalJson(other));
});

test('preserves the order of arrays, and every value', () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
});

test('treats __proto__ as a key', () =>
  expect(canonicalJson(JSON.parse('{"__proto__": 1}'))).toBe('{"__proto__":1}'));
