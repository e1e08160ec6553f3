import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildingFiles, builtPatterns, type FoundPattern, writtenPatterns } from '../harness/patterns';
import { RouteTable } from '../../src/platform/http/routes';

const harness = resolve(__dirname, '../harness');
const built = builtPatterns(buildingFiles(), () => {
  new RouteTable([{ method: 'GET', path: '/v1/calls/:id', operation: {} as never }]);
});
const patterns = new Map<string, FoundPattern>(
  [...writtenPatterns(), ...built].map((found) => [String(found.pattern), found]),
);

/**
 * For each pattern the start of the first text that takes more than linear time. Measured in a thread of its own: V8 no
 * longer optimizes patterns in an isolate that has compiled many, and this suite may follow others in its process.
 */
async function slowTexts(of: readonly RegExp[]): Promise<(string | undefined)[]> {
  const thread = new Worker(resolve(harness, 'pattern-times.thread.ts'), {
    execArgv: ['--require', resolve(harness, 'compile-threads.cjs')],
  });
  thread.postMessage(of);
  const [slow] = (await once(thread, 'message')) as [(string | undefined)[]];
  await thread.terminate();
  return slow;
}

describe('patterns of the service', () => {
  it('are found, written or built', () => {
    expect(patterns.size).toBeGreaterThan(200);
    const files = new Set(built.map(({ file }) => file));
    expect(files).toContain('conversation/offline/lexicon/labels.ts');
    expect(files).toContain('platform/http/routes.ts');
  });

  it('need linear time for any text', async () => {
    const found = [...patterns.values()];
    const attacks = await slowTexts(found.map(({ pattern }) => pattern));
    const slow = found.flatMap(({ file, pattern }, at) =>
      attacks[at] === undefined
        ? []
        : [{ file, pattern: String(pattern).slice(0, 200), attack: attacks[at] }],
    );
    expect(slow).toEqual([]);
  });

  it('are reported when they are not linear', async () => {
    const slow = ['a+b', '(?:x\\w*)+y', ' (?:(?:ek|do) )*second', '\\[\\s*([\\s\\S]*?)\\s*\\]$'].map(
      (source) => new RegExp(source, 'u'),
    );
    expect(await slowTexts(slow)).toEqual(slow.map(() => expect.any(String)));
  });
});
