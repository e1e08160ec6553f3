import { LOOKUP_TIMEOUT } from '../../src/platform/http/in-time';
import { bell } from './bell';

const SERVICE_MS = LOOKUP_TIMEOUT.ms;

/** How long identifying a sender may take, ms: where suites fill the machine, a first look-up may wait for all of them. */
const SUITE_MS = 10_000;

const TICK_MS = 100;

export function extendLookups(): void {
  LOOKUP_TIMEOUT.ms = SUITE_MS;
}

/**
 * Sends a request while the timeout is that of the service. Time is counted in ticks, as the service counts it.
 * @throws Error without an answer in 2 s
 */
export async function answerWithin2s<T>(send: () => PromiseLike<T>): Promise<T> {
  LOOKUP_TIMEOUT.ms = SERVICE_MS;
  let answer: { readonly value: T } | undefined;
  try {
    const answered = Promise.resolve(send()).then((value) => {
      answer = { value };
    });
    for (let ms = 0; ms < 2_000 && !answer; ms += TICK_MS) await Promise.race([answered, bell(TICK_MS)]);
  } finally {
    extendLookups();
  }
  if (!answer) throw new Error('no answer within 2 s');
  return answer.value;
}
