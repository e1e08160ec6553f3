import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfThreads, residentMb } from '../../lib/process-figures.mjs';

/** Flags of a Node process whose memory is measured. */
export const COLLECTED = ['--expose-gc', '--require', fileURLToPath(new URL('collect.cjs', import.meta.url))];
const COLLECTIONS = 3;
const COLLECT_MS = 1_000;

/** Resident MB of a process with those flags once its garbage is collected. */
export async function keptMb(pid) {
  for (let at = 0; at < COLLECTIONS; at++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(COLLECT_MS);
  }
  return residentMb(pid);
}

/**
 * Milliseconds of CPU a second that a process takes in the next seconds: in all, and in the busiest of its threads but the
 * main one, which is that of the media.
 */
export async function cpuMsASecond(pid, seconds) {
  const [began, before] = [performance.now(), cpuOfThreads(pid)];
  await sleep(seconds * 1_000);
  const passed = (performance.now() - began) / 1_000;
  const used = [...cpuOfThreads(pid)].map(([thread, cpu]) => ({
    isMain: thread === pid,
    ms: (1_000 * (cpu - (before.get(thread) ?? 0))) / passed,
  }));
  const others = used.filter(({ isMain }) => !isMain).map(({ ms }) => ms);
  return { all: used.reduce((sum, { ms }) => sum + ms, 0), media: Math.max(0, ...others) };
}
