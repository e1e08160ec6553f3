import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const { contextFilter, copyOf, instructionsOf } = jest.requireActual<{
  contextFilter: (dockerignore: string) => (path: string) => boolean;
  copyOf: (text: string) => { from?: string; sources: string[]; to: string };
  instructionsOf: (dockerfile: string) => { name: string; text: string }[];
}>('../../scripts/image/dockerfile.mjs');

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const isKept = contextFilter(read('.dockerignore'));
const copied = instructionsOf(read('Dockerfile'))
  .filter(({ name }) => name === 'COPY')
  .map(({ text }) => copyOf(text))
  .filter(({ from }) => from === undefined)
  .flatMap(({ sources }) => sources);

test('has every file in the build context that the Dockerfile copies', () => {
  expect(copied).toContain('package.json');
  for (const source of copied) {
    const path = join(ROOT, source);
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((file) => statSync(join(path, file)).isFile())
          .map((file) => join(source, file))
      : [source];
    // The speech kit is installed anew in the image.
    const own = files.filter((file) => !file.endsWith('.spec.ts') && !file.includes('/node_modules/'));
    const left = own.filter((file) => !isKept(file));
    expect([source, left]).toEqual([source, []]);
    expect(files.some(isKept)).toBe(true);
  }
});

test('has no other file in the build context', () => {
  const ofWorkspaces = ['web', 'sdk'].flatMap((workspace) =>
    readdirSync(join(ROOT, workspace)).map((name) => `${workspace}/${name}`),
  );
  const roots = [...readdirSync(ROOT), ...ofWorkspaces].filter(isKept);
  expect(roots.sort()).toEqual([...copied].sort());
  for (const file of ['.git/config', 'data/secret.key', '.env', 'node_modules/x', 'src/a.spec.ts']) {
    expect([file, isKept(file)]).toEqual([file, false]);
  }
});

test.each([
  ['**\n!a', { a: true, 'a/b': true, b: false, 'b/a': false }],
  ['*.md\n!README.md', { 'x.md': false, 'README.md': true, 'docs/x.md': true }],
  ['**/*.log\ndist/', { 'a.log': false, 'b/c.log': false, 'dist/x': false, dist: false, 'dist.js': true }],
  ['# note\n\na?c', { abc: false, ac: true }],
])('matches %j with %j, as Docker does', (dockerignore, expected) => {
  const filter = contextFilter(dockerignore);
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, filter(path)]))).toEqual(expected);
});
