/** Timeout of identifying the sender, so that a 503 is sent within 2 s. */
const LOOKUP_TIMEOUT_MS = 1_300;

/** @throws Error after the timeout */
export async function inTime<T>(lookUp: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), LOOKUP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([lookUp, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
