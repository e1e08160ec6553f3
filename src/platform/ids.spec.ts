import { newId } from './ids';

test('has a prefix and lower-case letters and digits', () =>
  expect(newId('call')).toMatch(/^call_[0-9a-z]{26}$/));

test('creates unique ids that sort by creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('evt'));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
