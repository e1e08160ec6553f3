import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');
/**
 * One real addition each; `npm run additions` writes them anew after what they change was changed. A patch lists its
 * migration first, so that the next migration leaves the patch valid.
 */
export const PATCHES = join(ROOT, 'test/project/additions');

interface Section {
  readonly name: string;
  readonly files: number;
  /** The files to change; for a new file, its folder. */
  readonly listed: readonly { readonly path: string; readonly isNew: boolean }[];
}

/** The headings "#### NAME: N files", each with its list of files, and the table's numbers, the highest of a row. */
export function contributing(): { sections: Section[]; rows: ReadonlyMap<string, number> } {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, ...parts] = text.split(/^#### /mu);
  const sections = parts.map((part) => {
    const [, name = '', files = ''] = /^(.+): (\d+) files$/mu.exec(part) ?? [];
    const own = part.split(/^#/mu, 1)[0] ?? '';
    const listed = [...own.matchAll(/^- (new in )?`([^`]+)`: /gmu)].map(([, isNew, path = '']) => ({
      path,
      isNew: isNew !== undefined,
    }));
    return { name, files: Number(files), listed };
  });
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| a'))
    .map((line) => {
      const cells = line.split('|');
      const counts = (cells.at(-2) ?? '').match(/\d+/gu) ?? [];
      return [(cells[1] ?? '').trim(), Math.max(...counts.map(Number))] as const;
    });
  return { sections, rows: new Map(rows) };
}

/** Neither a test nor written by `npm run openapi`. */
export function isHandWritten(path: string): boolean {
  return !/\.spec\.tsx?$|\.gen\.ts$|^openapi\.yaml$|^web\/api\//u.test(path);
}
