import { type Attack, attacksOn } from '../test/harness/attacks';
import { buildingFiles, builtPatterns, type FoundPattern, writtenPatterns } from '../test/harness/patterns';
import { RouteTable } from './platform/http/routes';

const LENGTH = 10_000;
/** Most patterns need less time for such a text; the others are tested again with longer ones. */
const SUSPICIOUS_MS = 3;
/** No linear pattern needs this much time. */
const HOPELESS_MS = 100;
/** Increasing lengths, so that exponential patterns are detected at the first steps. */
const STEPS = [16, 24, 32, 40, 48, 60, 75, 94, 120, 180, 360, 720, 2_000];
/** Four times the text may take four times as long; a quadratic pattern takes sixteen times. */
const FURTHER = 4;
const TOO_MANY_TIMES = 9;

const built = builtPatterns(buildingFiles(), () => {
  new RouteTable([{ method: 'GET', path: '/v1/calls/:id', operation: {} as never }]);
});
const patterns = new Map<string, FoundPattern>(
  [...writtenPatterns(), ...built].map((found) => [String(found.pattern), found]),
);

/** CPU time of one search in milliseconds, the best of several tries, so that other load does not matter. */
function timeOf(pattern: RegExp, text: string, tries: number): number {
  let best = Infinity;
  for (let left = tries; left > 0; left -= 1) {
    const began = process.cpuUsage();
    text.replace(pattern, '');
    pattern.lastIndex = 0;
    pattern.test(text);
    best = Math.min(best, process.cpuUsage(began).user / 1_000);
  }
  return best;
}

/** Measured twice: the first search compiles the pattern, and other processes interfere. */
function takesOver(pattern: RegExp, text: string, ms: number): boolean {
  return timeOf(pattern, text, 1) > ms && timeOf(pattern, text, 2) > ms;
}

function isSlow(pattern: RegExp, attack: Attack): boolean {
  if (STEPS.some((length) => takesOver(pattern, attack(length), HOPELESS_MS))) return true;
  const short = attack(LENGTH);
  if (!takesOver(pattern, short, SUSPICIOUS_MS)) return false;
  const long = attack(FURTHER * LENGTH);
  if (takesOver(pattern, long, FURTHER * HOPELESS_MS)) return true;
  return [1, 2, 3].every(() => timeOf(pattern, long, 3) > TOO_MANY_TIMES * timeOf(pattern, short, 3));
}

/** The start of the first attack that takes more than linear time. */
function slowOn(pattern: RegExp): string | undefined {
  return attacksOn(pattern).find((attack) => isSlow(pattern, attack))?.(60);
}

describe('every pattern of the service', () => {
  it('is found, written or built', () => {
    expect(patterns.size).toBeGreaterThan(200);
    const files = new Set(built.map(({ file }) => file));
    expect(files).toContain('conversation/offline/lexicon/labels.ts');
    expect(files).toContain('platform/http/routes.ts');
  });

  it('takes linear time, whatever the text is', () => {
    const slow = [...patterns.values()].map(({ file, pattern }) => ({
      file,
      pattern: String(pattern).slice(0, 200),
      attack: slowOn(pattern),
    }));
    expect(slow.filter(({ attack }) => attack !== undefined)).toEqual([]);
  }, 120_000);

  it.each(['a+b', '(?:x\\w*)+y', ' (?:(?:ek|do) )*second', '\\[\\s*([\\s\\S]*?)\\s*\\]$'])(
    'would be told of if it were %s',
    (source) => {
      expect(slowOn(new RegExp(source, 'u'))).toBeDefined();
    },
  );
});
