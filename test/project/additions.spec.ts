import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** The files that each addition touches at most: today's numbers, which only go down, beside the goals. */
const LIMITS = [
  { addition: 'A call status', max: 15, goal: 10 },
  { addition: 'A field of an agent that is only stored', max: 14, goal: 7 },
  { addition: 'A cloud carrier', max: 10, goal: 4 },
  { addition: 'A TTS engine', max: 7, goal: 5 },
  { addition: 'A role of the console', max: 3, goal: 3 },
];

interface Addition {
  readonly name: string;
  readonly files: number;
  /** Of the files to change; of a new file, its folder. */
  readonly listed: readonly { readonly path: string; readonly isNew: boolean }[];
}

/** The headings "#### NAME: N files" of CONTRIBUTING.md, each with its list of files. */
function documentedAdditions(): Addition[] {
  const [, ...sections] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(/^#### /mu);
  return sections.map((section) => {
    const [, name = '', files = ''] = /^(.+): (\d+) files$/mu.exec(section) ?? [];
    const own = section.split(/^#/mu, 1)[0] ?? '';
    const listed = [...own.matchAll(/^- (new in )?`([^`]+)`: /gmu)].map(([, isNew, path = '']) => ({
      path,
      isNew: isNew !== undefined,
    }));
    return { name, files: Number(files), listed };
  });
}

const additions = documentedAdditions();

describe('the additions of CONTRIBUTING.md', () => {
  it('lists as many files as it counts', () => {
    const counted = additions.map(({ name, files }) => `${name}: ${files}`);
    expect(counted).toEqual(additions.map(({ name, listed }) => `${name}: ${listed.length}`));
  });

  it('counts no more files than before', () => {
    const names = additions.map(({ name }) => name);
    expect(names).toEqual(LIMITS.map(({ addition }) => addition));
    const above = LIMITS.filter(({ addition, max }) =>
      additions.some(({ name, files }) => name === addition && files > max),
    );
    expect(above).toEqual([]);
  });

  it.each(additions)('lists files of the repository, each once: $name', ({ listed }) => {
    const changed = listed.filter(({ isNew }) => !isNew).map(({ path }) => path);
    expect(changed).toEqual([...new Set(changed)]);
    const missing = listed.filter(({ path, isNew }) => {
      const full = join(ROOT, path);
      return !existsSync(full) || statSync(full).isDirectory() !== isNew;
    });
    expect(missing).toEqual([]);
  });
});
