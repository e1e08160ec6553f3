import { BoundedBySource } from './bounded-by-source';

test('drops the oldest item of a source beyond its limit', () => {
  const bounded = new BoundedBySource<string>({ perSource: 2, total: 10 });
  expect(['a1', 'a2', 'a3', 'a4'].map((item) => bounded.add(item, 'a'))).toEqual([null, null, 'a1', 'a2']);
  expect(bounded.add('b1', 'b')).toBeNull();
});

test('drops the oldest item of all beyond the total limit', () => {
  const bounded = new BoundedBySource<string>({ perSource: 2, total: 3 });
  for (const item of ['a1', 'b1', 'c1']) expect(bounded.add(item, item.charAt(0))).toBeNull();
  expect([bounded.add('d1', 'd'), bounded.add('c2', 'c'), bounded.add('e1', 'e')]).toEqual([
    'a1',
    'b1',
    'c1',
  ]);
});

test('frees the place of a removed item, and forgets a source without items', () => {
  const bounded = new BoundedBySource<string>({ perSource: 1, total: 2 });
  bounded.add('a1', 'a');
  bounded.remove('a1');
  bounded.remove('a1');
  expect([bounded.add('a2', 'a'), bounded.add('b1', 'b')]).toEqual([null, null]);
  expect(bounded.sources).toBe(2);
  for (const item of ['a2', 'b1']) bounded.remove(item);
  expect(bounded.sources).toBe(0);
});
