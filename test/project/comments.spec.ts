import { filesBelow } from '../harness/source-files';

/** A comment that begins so has its subject elsewhere: in the name below it, or in the comment before. */
const ELLIPTICAL = /(?:\/\*\*|\/\/) (?:Of|By|Then|Else|Which|It|Its|They) /u;
const LINE_COMMENT = /^ *\/\//u;

function beginningsIn(text: string): string[] {
  const lines = text.replace(/\/\*\*\n *\* /gu, '/** ').split('\n');
  const continues = (line: string, at: number) =>
    LINE_COMMENT.test(line) && LINE_COMMENT.test(lines[at - 1] ?? '');
  return lines.filter((line, at) => ELLIPTICAL.test(line) && !continues(line, at));
}

describe('comments', () => {
  it.each(['src', 'web/src', 'sdk/src', 'tools', 'scripts'])('name their subject first: %s', (folder) => {
    const found = filesBelow(folder).flatMap(({ path, text }) =>
      beginningsIn(text).map((comment) => `${path}: ${comment}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['/** Of all files together. */', 1],
    ['/**\n * Its call has ended.\n */', 1],
    ['  // Then it waits.\n  // It rings.', 1],
    ['// The call waits.\n// It rings.', 0],
    ['/** The limit of all files. */', 0],
    ['const wait = 1; // It rings.', 1],
  ])('are counted in %j', (text, count) => expect(beginningsIn(text)).toHaveLength(count));
});
