import { SweepDeduplicator } from './sweep-deduplicator';

const sweep = (deduplicator: SweepDeduplicator, found: Record<string, string>, reminders = Infinity) =>
  deduplicator.findingsToReport(new Map(Object.entries(found)), reminders);

test('reports new and changed findings, and unchanged ones again at the fifth run', () => {
  const deduplicator = new SweepDeduplicator();
  expect(sweep(deduplicator, { a: '1', b: '1' })).toEqual(['a', 'b']);
  expect(sweep(deduplicator, { b: '1', a: '2' })).toEqual(['a']);
  expect(sweep(deduplicator, { b: '1', a: '2', c: '1' })).toEqual(['c']);
  expect(sweep(deduplicator, { a: '2', b: '1', c: '1' })).toEqual([]);
  expect(sweep(deduplicator, { a: '2', b: '1', c: '1' })).toEqual([]);
  expect(sweep(deduplicator, { a: '2', b: '1', c: '1' })).toEqual(['b']);
  expect(sweep(deduplicator, { a: '2', b: '1', c: '2' })).toEqual(['c', 'a']);
});

test('reports a finding as new that one run did not see', () => {
  const deduplicator = new SweepDeduplicator();
  expect(sweep(deduplicator, { a: '1' })).toEqual(['a']);
  expect(sweep(deduplicator, {})).toEqual([]);
  expect(sweep(deduplicator, { a: '1' })).toEqual(['a']);
});

test('reports each of many unchanged findings again in its turn', () => {
  const deduplicator = new SweepDeduplicator();
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`a${at}`, '1']));
  const all = Object.keys(many);
  const runs = Array.from({ length: 11 }, () => sweep(deduplicator, many));
  expect(runs).toEqual([
    all,
    [],
    [],
    [],
    [],
    all.slice(0, 50),
    all.slice(50, 100),
    all.slice(100),
    [],
    [],
    all.slice(0, 50),
  ]);
});

test('reports findings in the next run whose reminders failed or were lost', () => {
  const deduplicator = new SweepDeduplicator();
  const found = { a: '1', b: '1', c: '1' };
  sweep(deduplicator, found, 0);
  expect(sweep(deduplicator, found, 2)).toEqual([]);
  expect(sweep(deduplicator, found, 1)).toEqual(['a', 'b', 'c']);
  expect(sweep(deduplicator, found, 3)).toEqual([]);
  deduplicator.forget();
  expect(sweep(deduplicator, found, 3)).toEqual(['a', 'b', 'c']);
});
