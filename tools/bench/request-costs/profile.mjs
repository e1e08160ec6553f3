import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areaOfFrames } from './areas.mjs';

/** Flags of Node, which writes a profile of each thread when the process ends. */
export const profiled = (directory) => [
  '--cpu-prof',
  `--cpu-prof-dir=${directory}`,
  '--cpu-prof-interval=250',
];

/** The present in microseconds, on the clock that V8 has in its profiles. */
export const profileClock = () => Number(process.hrtime.bigint() / 1_000n);

/**
 * Microseconds of the main thread by area, between two instants of `profileClock`.
 * @returns {Promise<Map<string, number>>}
 */
export async function areasOf(directory, from, to) {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.cpuprofile'));
  // The name ends in process, thread and number; the main thread is 0.
  const main = names.find((name) => /\.0\.\d+\.cpuprofile$/.test(name));
  if (main === undefined) throw new Error('the process wrote no profile of its main thread');
  const profile = JSON.parse(await readFile(join(directory, main), 'utf8'));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const areas = new Map();
  const areaOf = (id) => {
    if (!areas.has(id)) areas.set(id, areaOfFrames([...framesOf(id, nodes, parents)]));
    return areas.get(id);
  };
  const sums = new Map();
  let at = profile.startTime;
  profile.samples.forEach((id, n) => {
    const took = profile.timeDeltas[n + 1] ?? 0;
    at += profile.timeDeltas[n];
    if (at < from || at > to) return;
    const area = areaOf(id);
    if (area !== null) sums.set(area, (sums.get(area) ?? 0) + took);
  });
  return sums;
}

function* framesOf(id, nodes, parents) {
  for (let at = id; at !== undefined; at = parents.get(at)) yield nodes.get(at).callFrame;
}
