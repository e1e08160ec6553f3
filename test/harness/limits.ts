import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FILE = resolve(__dirname, '../project/counts.json');

/** Numbers by what they count: a file, a function, a pair. */
export type Counts = Readonly<Record<string, number>>;

const readSections = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Counts>;
const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** Replaces a section. A total that rises is never written: limits only go down. */
function store(section: string, counts: Counts): void {
  const sections = readSections();
  const before = sections[section];
  if (before && sum(counts) > sum(before)) return;
  const sorted = Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify({ ...sections, [section]: sorted }, null, 2)}\n`);
}

/**
 * Compares counts with the limits in a section of `test/project/counts.json`: one sentence for each count above its limit,
 * and for each entry that is no longer needed. With `isExact`, a count below its limit is reported, too.
 */
export function violations(section: string, counts: Counts, isExact = false): string[] {
  if (process.env['UPDATE_COUNTS'] === 'yes') store(section, counts);
  const limits = new Map(Object.entries(readSections()[section] ?? {}));
  const found = Object.entries(counts).flatMap(([name, count]) => {
    const limit = limits.get(name);
    if (limit === undefined) return [`${name}: ${count}, and none is allowed`];
    if (count > limit) return [`${name}: ${count}, at most ${limit} allowed`];
    return isExact && count < limit ? [`${name}: ${count}; lower the limit from ${limit}`] : [];
  });
  const counted = new Set(Object.keys(counts));
  const unused = [...limits.keys()].filter((name) => !counted.has(name));
  return [...found, ...unused.map((name) => `${name}: no longer found; delete its limit`)];
}
