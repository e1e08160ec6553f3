import { violations } from '../harness/limits';
import { serviceFiles, type SourceFile } from '../harness/source-files';

const MIN_LINES = 30;
const MAX_EQUAL_PERCENT = 60;

/** What distinguishes calls from human calls in a name. */
const KIND = /human[_-]?|\bai[_-]|\bai\b/gu;
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom\s[^;]*;$/gmu;

interface Lines {
  readonly path: string;
  readonly lines: readonly string[];
  /** How often each line is there. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Lines without white space, case, imports, and the names of both kinds of calls. */
function linesOf({ path, text }: SourceFile): Lines {
  const plain = text.replace(IMPORT, '').toLowerCase().replace(KIND, '');
  const lines = plain
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ''))
    .filter((line) => line !== '');
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { path, lines, counts };
}

/** Equal lines in any order: no fewer than in the same order. */
function sharedLines(a: Lines, b: Lines): number {
  const [few, many] = a.counts.size < b.counts.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [line, count] of few.counts) shared += Math.min(count, many.counts.get(line) ?? 0);
  return shared;
}

/** The length of the longest common subsequence. */
function equalLines(a: readonly string[], b: readonly string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const row = [0];
    for (const [at, other] of b.entries())
      row.push(line === other ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!));
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** Pairs of files by the lines of the shorter that the other has in the same order, in percent. */
function twins(files: readonly SourceFile[]): Record<string, number> {
  const long = files.map(linesOf).filter(({ lines }) => lines.length >= MIN_LINES);
  const found: Record<string, number> = {};
  for (const [at, a] of long.entries())
    for (const b of long.slice(at + 1)) {
      const limit = (Math.min(a.lines.length, b.lines.length) * MAX_EQUAL_PERCENT) / 100;
      if (sharedLines(a, b) <= limit) continue;
      const equal = equalLines(a.lines, b.lines);
      if (equal > limit) found[`${a.path} = ${b.path}`] = Math.round((equal / limit) * MAX_EQUAL_PERCENT);
    }
  return found;
}

describe('files that are nearly equal', () => {
  it(`have no more than ${MAX_EQUAL_PERCENT} % equal lines, but for what the list still allows`, () =>
    expect(violations('twins', twins(serviceFiles()))).toEqual([]));

  it('are found under the names of both kinds of calls', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `  humanCall.step${at}(HumanCall);`);
    const renamed = lines.map((line, at) => (at < 10 ? `other${at}` : line.replace(/human/giu, '').trim()));
    const files = [
      { path: 'a', text: `import { a } from './a';\n${lines.join('\n')}` },
      { path: 'b', text: renamed.join('\n\n') },
      { path: 'c', text: renamed.toReversed().join('\n') },
    ];
    expect(twins(files)).toEqual({ 'a = b': 75 });
  });
});
