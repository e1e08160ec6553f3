import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DIST } from '../lib/paths.mjs';
import { spread } from './load.mjs';
import { round } from './server-load.mjs';

const SCRIPT = fileURLToPath(new URL('costs.mjs', import.meta.url));
/** The machine's speed drifts: each pair has both builds, in turn, and the median of the pairs counts. */
const PAIRS = 5;

/**
 * What a part costs with this tree's build and with another one.
 * @param {string} name of a part that has `costs`
 * @param {string} base the other build's `dist`
 * @param {boolean} quick
 * @returns {Promise<Record<string, {ours: number, base: number, ratio: number}>>} medians
 */
export async function compareBuilds(name, base, quick) {
  const pairs = [];
  for (let at = 0; at < PAIRS; at++) {
    const pair = {};
    for (const which of at % 2 === 0 ? ['base', 'ours'] : ['ours', 'base'])
      pair[which] = await costsOf(name, which === 'ours' ? DIST : resolve(base), quick);
    console.error(JSON.stringify(pair));
    pairs.push(pair);
  }
  const median = (valueOf) => round(spread(pairs.map(valueOf)).median, 3);
  return Object.fromEntries(
    Object.keys(pairs[0].ours).map((cost) => [
      cost,
      {
        ours: median(({ ours }) => ours[cost]),
        base: median((pair) => pair.base[cost]),
        ratio: median((pair) => pair.ours[cost] / pair.base[cost]),
      },
    ]),
  );
}

/** In a process of its own, as two builds share packages that hold state. */
async function costsOf(name, dist, quick) {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, name, dist, String(quick)]);
  return JSON.parse(stdout);
}
