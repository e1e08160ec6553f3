import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentMb } from '../../lib/process-figures.mjs';

/** Of a Node process whose memory is looked at. */
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

/** Milliseconds of CPU a second that a process takes in the next seconds. */
export async function cpuMsASecond(pid, seconds) {
  const [began, before] = [performance.now(), cpuSeconds(pid)];
  await sleep(seconds * 1_000);
  return (1_000_000 * (cpuSeconds(pid) - before)) / (performance.now() - began);
}
