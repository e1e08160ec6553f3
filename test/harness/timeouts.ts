import { CONNECT_TIMEOUT_MS, CONNECTIONS } from '../../src/platform/database/access/connect-timeout';
import { LOOKUPS, LOOKUP_TIMEOUT_MS } from '../../src/platform/http/in-time';
import { bell } from './bell';

const TICK_MS = 100;

/** Where suites fill the machine, a first look-up or connection waits for all of them. Those in real time use the service's. */
export function extendTimeouts(): void {
  const isLive = expect.getState().testPath?.endsWith('.live.spec.ts');
  LOOKUPS.timeoutMs = isLive ? LOOKUP_TIMEOUT_MS : 10_000;
  CONNECTIONS.timeoutMs = isLive ? CONNECT_TIMEOUT_MS : 20_000;
}

/**
 * Sends a request while look-ups have the timeout of the service. Time is counted in ticks, as the service counts it.
 * @throws Error without an answer in 2 s
 */
export async function answerWithin2s<T>(send: () => PromiseLike<T>): Promise<T> {
  LOOKUPS.timeoutMs = LOOKUP_TIMEOUT_MS;
  let answer: { readonly value: T } | undefined;
  try {
    const answered = Promise.resolve(send()).then((value) => {
      answer = { value };
    });
    for (let ms = 0; ms < 2_000 && !answer; ms += TICK_MS) await Promise.race([answered, bell(TICK_MS)]);
  } finally {
    extendTimeouts();
  }
  if (!answer) throw new Error('no answer within 2 s');
  return answer.value;
}
