import { parentPort } from 'node:worker_threads';
import { type Attack, attacksOn } from './attacks';

const LENGTH = 10_000;
/** Most patterns need less time for such a text; the others are tested again with longer ones. */
const SUSPICIOUS_MS = 1.5;
/** No linear pattern needs this much time. */
const HOPELESS_MS = 100;
/** Increasing lengths, so that exponential patterns are detected at the first steps: four more letters take four times as long. */
const STEPS = [16, 24, 32, 40, 44, 48, 52, 56, 60, 75, 94, 120, 180, 360, 720, 1_000, 2_000];
/** Four times the text may take four times as long; a quadratic pattern takes sixteen times. */
const FURTHER = 4;
const TOO_MANY_TIMES = 9;

/** CPU time of one search in milliseconds, the best of several tries, so that other load does not matter. */
function timeOf(pattern: RegExp, text: string, tries: number): number {
  let best = Infinity;
  for (let left = tries; left > 0; left -= 1) {
    const began = process.cpuUsage();
    text.replace(pattern, '');
    best = Math.min(best, process.cpuUsage(began).user / 1_000);
  }
  return best;
}

/** Measured twice: the first search compiles the pattern, and other processes interfere. */
function takesOver(pattern: RegExp, text: string, ms: number): boolean {
  return timeOf(pattern, text, 1) > ms && timeOf(pattern, text, 1) > ms;
}

function isSlow(pattern: RegExp, attack: Attack): boolean {
  if (STEPS.some((length) => takesOver(pattern, attack(length), HOPELESS_MS))) return true;
  const short = attack(LENGTH);
  if (!takesOver(pattern, short, SUSPICIOUS_MS)) return false;
  if ([1, 2, FURTHER].some((times) => takesOver(pattern, attack(times * LENGTH), times * HOPELESS_MS)))
    return true;
  const long = attack(FURTHER * LENGTH);
  return [1, 2, 3].every(() => timeOf(pattern, long, 3) > TOO_MANY_TIMES * timeOf(pattern, short, 3));
}

/** The start of the first attack that takes more than linear time. */
function slowOn(pattern: RegExp): string | undefined {
  return attacksOn(pattern).find((attack) => isSlow(pattern, attack))?.(60);
}

parentPort?.on('message', (patterns: readonly RegExp[]) => parentPort?.postMessage(patterns.map(slowOn)));
