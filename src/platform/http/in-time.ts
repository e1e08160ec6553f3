/** Timeout of identifying the sender, so that a 503 is sent within 2 s. */
const LOOKUP_TIMEOUT_MS = 1_300;
const SLICE_MS = 100;

/**
 * The result of a look-up. A slice during which the event loop stood still counts as `SLICE_MS` only: the response may
 * wait in a socket that was not read.
 * @throws Error after the timeout
 */
export async function inTime<T>(lookUp: Promise<T>, timeoutMs = LOOKUP_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const waitFor = (leftMs: number) => {
      if (leftMs <= 0) reject(new Error(`no answer within ${timeoutMs} ms`));
      else timer = setTimeout(waitFor, Math.min(SLICE_MS, leftMs), leftMs - SLICE_MS).unref();
    };
    waitFor(timeoutMs);
  });
  try {
    return await Promise.race([lookUp, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
