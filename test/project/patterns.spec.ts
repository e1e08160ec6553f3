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

/** V8 no longer optimizes patterns in an isolate that has compiled many. */
const PATTERNS_OF_A_THREAD = 60;

/** For each pattern the start of the first text that takes more than linear time. */
async function slowTexts(of: readonly RegExp[]): Promise<(string | undefined)[]> {
  const slow: (string | undefined)[] = [];
  for (let at = 0; at < of.length; at += PATTERNS_OF_A_THREAD) {
    slow.push(...(await slowTextsInThread(of.slice(at, at + PATTERNS_OF_A_THREAD))));
  }
  return slow;
}

async function slowTextsInThread(of: readonly RegExp[]): Promise<(string | undefined)[]> {
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
