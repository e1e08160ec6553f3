import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contributing, isHandWritten, PATCHES, ROOT } from './additions';

/** The files that each addition touches at most: today's numbers, which only go down, beside the goals. */
const LIMITS = [
  { patch: 'call-status', addition: 'A call status', max: 8, goal: 8 },
  { patch: 'agent-field', addition: 'A field of an agent that is only stored', max: 7, goal: 7 },
  { patch: null, addition: 'A cloud carrier', max: 8, goal: 4 },
  { patch: 'tts-engine', addition: 'A TTS engine', max: 5, goal: 5 },
  { patch: 'role', addition: 'A role of the console', max: 3, goal: 3 },
  { patch: 'error-code', addition: 'an error code', max: 4, goal: 4 },
  { patch: 'domain-event', addition: 'a domain event', max: 4, goal: 4 },
  { patch: 'webhook-event', addition: 'a webhook event', max: 6, goal: 6 },
  { patch: 'setting', addition: 'a setting', max: 3, goal: 3 },
];

const patched = LIMITS.flatMap(({ patch, addition }) => (patch === null ? [] : [{ patch, addition }]));

/** Paths that a patch changes, and folders in which it makes a file, as CONTRIBUTING.md lists them. */
function filesOf(patch: string): { path: string; isNew: boolean }[] {
  const [, ...parts] = readFileSync(join(PATCHES, `${patch}.patch`), 'utf8').split(/^diff --git /mu);
  return parts.flatMap((part) => {
    const path = /^a\/(\S+)/u.exec(part)?.[1] ?? '';
    const isNew = /^new file mode/mu.test(part);
    return isHandWritten(path) ? [{ path: isNew ? path.slice(0, path.lastIndexOf('/')) : path, isNew }] : [];
  });
}

describe('additions of CONTRIBUTING.md', () => {
  const { sections, rows } = contributing();

  it('have a patch each, but for a cloud carrier', () => {
    const files = readdirSync(PATCHES).map((name) => name.replace(/\.patch$/u, ''));
    expect(files.sort()).toEqual(patched.map(({ patch }) => patch).sort());
    expect(sections.map(({ name }) => name)).toEqual(
      LIMITS.filter(({ addition }) => addition.startsWith('A ')).map(({ addition }) => addition),
    );
  });

  it('list as many files as they count', () => {
    const counted = sections.map(({ name, files }) => `${name}: ${files}`);
    expect(counted).toEqual(sections.map(({ name, listed }) => `${name}: ${listed.length}`));
  });

  it.each(LIMITS)('need no more files than before: $addition', ({ addition, max }) => {
    const { files } = sections.find(({ name }) => name === addition) ?? { files: rows.get(addition) };
    expect(files).toBeLessThanOrEqual(max);
  });

  it.each(patched)('apply, and have the number of files: $patch', ({ patch, addition }) => {
    execFileSync('git', ['apply', '--check', join(PATCHES, `${patch}.patch`)], { cwd: ROOT });
    const section = sections.find(({ name }) => name === addition);
    const touched = filesOf(patch);
    expect(touched).toHaveLength(section?.files ?? rows.get(addition) ?? 0);
    if (!section) return;
    const text = ({ path, isNew }: { path: string; isNew: boolean }) => `${isNew ? 'new in ' : ''}${path}`;
    expect(touched.map(text).sort()).toEqual(section.listed.map(text).sort());
  });
});
