import { FoundBefore } from './found-before';

const look = (before: FoundBefore, found: Record<string, string>, reminders = Infinity) =>
  before.news(new Map(Object.entries(found)), reminders);

test('what is new, or stands otherwise, is told; what is as it was is told again at the fifth look', () => {
  const before = new FoundBefore();
  expect(look(before, { a: '1', b: '1' })).toEqual(['a', 'b']);
  expect(look(before, { b: '1', a: '2' })).toEqual(['a']);
  expect(look(before, { b: '1', a: '2', c: '1' })).toEqual(['c']);
  expect(look(before, { a: '2', b: '1', c: '1' })).toEqual([]);
  expect(look(before, { a: '2', b: '1', c: '1' })).toEqual([]);
  expect(look(before, { a: '2', b: '1', c: '1' })).toEqual(['b']);
  expect(look(before, { a: '2', b: '1', c: '2' })).toEqual(['c', 'a']);
});

test('what a look did not find is new at the next', () => {
  const before = new FoundBefore();
  expect(look(before, { a: '1' })).toEqual(['a']);
  expect(look(before, {})).toEqual([]);
  expect(look(before, { a: '1' })).toEqual(['a']);
});

test('of many that stay as they are, each is told again in its turn', () => {
  const before = new FoundBefore();
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`a${at}`, '1']));
  const all = Object.keys(many);
  const looks = Array.from({ length: 11 }, () => look(before, many));
  expect(looks).toEqual([
    ...[all, [], [], [], []],
    ...[all.slice(0, 50), all.slice(50, 100), all.slice(100), [], []],
    all.slice(0, 50),
  ]);
});

test('what may not have been told, or was lost with the queue, is told at the next look', () => {
  const before = new FoundBefore();
  const found = { a: '1', b: '1', c: '1' };
  look(before, found, 0);
  expect(look(before, found, 2)).toEqual([]);
  expect(look(before, found, 1)).toEqual(['a', 'b', 'c']);
  expect(look(before, found, 3)).toEqual([]);
  before.forget();
  expect(look(before, found, 3)).toEqual(['a', 'b', 'c']);
});
