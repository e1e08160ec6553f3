import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a process's clock in a second, on Linux. */
const TICKS = 100;

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, own, ofEnded] = [
      Number(fields[1]),
      Number(fields[11]) + Number(fields[12]),
      Number(fields[13]) + Number(fields[14]),
    ];
    return { parent, own, ofEnded };
  } catch {
    return null;
  }
}

/** CPU seconds that a process has used; 0 where /proc is missing. */
export function cpuSeconds(pid) {
  return (stat(pid)?.own ?? 0) / TICKS;
}

/**
 * CPU seconds of the threads of a process that runs; the main one has its number.
 * @returns {Map<number, number>}
 */
export function cpuOfThreads(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  return new Map(threads.map((thread) => [thread, (stat(`${pid}/task/${thread}`)?.own ?? 0) / TICKS]));
}

/** CPU seconds of a PostgreSQL server: its postmaster and all backends, also those that ended. */
export function postgresCpuSeconds(postmaster) {
  let ticks = (stat(postmaster)?.own ?? 0) + (stat(postmaster)?.ofEnded ?? 0);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const found = stat(name);
    if (found !== null && found.parent === postmaster) ticks += found.own;
  }
  return ticks / TICKS;
}

/** Resident memory of a process in MB. */
export function residentMb(pid) {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
