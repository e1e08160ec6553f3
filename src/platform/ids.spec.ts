import { newId } from './ids';

test('an id is its prefix and lower-case letters and digits', () =>
  expect(newId('call')).toMatch(/^call_[0-9a-z]{26}$/));

test('ids that one process makes are unique and sort by creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('evt'));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
