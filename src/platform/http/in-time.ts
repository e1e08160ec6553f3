/** Timeout of identifying the sender, so that a 503 is sent within 2 s. */
export const LOOKUP_TIMEOUT_MS = 1_300;

/** Suites extend it: see test/harness/timeouts.ts. */
export const LOOKUPS = { timeoutMs: LOOKUP_TIMEOUT_MS };
const TICK_MS = 100;

interface Wait {
  ticksLeft: number;
  readonly timeOut: () => void;
}

const waits = new Set<Wait>();
let ticker: NodeJS.Timeout | null = null;

/**
 * The result of a look-up. Time is counted in ticks: a tick during which the event loop stood still counts as one, as
 * the response may wait in a socket that was not read.
 * @throws Error after the timeout, up to a tick late
 */
export function inTime<T>(lookUp: Promise<T>, timeoutMs = LOOKUPS.timeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const wait: Wait = {
      // The first tick may come at once.
      ticksLeft: Math.ceil(timeoutMs / TICK_MS) + 1,
      timeOut: () => reject(new Error(`no answer within ${timeoutMs} ms`)),
    };
    waits.add(wait);
    ticker ??= setInterval(tick, TICK_MS).unref();
    const settled = lookUp.then(resolve, reject);
    void settled.then(() => waits.delete(wait));
  });
}

function tick(): void {
  if (waits.size === 0 && ticker) {
    clearInterval(ticker);
    ticker = null;
  }
  for (const wait of waits) {
    wait.ticksLeft -= 1;
    if (wait.ticksLeft > 0) continue;
    waits.delete(wait);
    wait.timeOut();
  }
}
