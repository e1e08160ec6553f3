import { delay, type Timers } from '../../../platform/kernel/time/timers';
import type { CloudCallsApi } from './adapter';
import { succeeds } from '../../../platform/kernel/async/succeeds';

const RETRY_DELAYS_MS = [1_000, 4_000, 15_000];

/** Hangs up, with retries. Does not wait for the response. */
export function hangUpWithRetry(
  rest: Pick<CloudCallsApi, 'endCall'>,
  carrierCallId: string,
  timers: Timers,
): void {
  void hangUpAndWait(rest, carrierCallId, timers);
}

/** Resolves after success or the last retry. Never rejects. */
export async function hangUpAndWait(
  rest: Pick<CloudCallsApi, 'endCall'>,
  carrierCallId: string,
  timers: Timers,
): Promise<void> {
  const isDone = () => succeeds(rest.endCall(carrierCallId));
  for (const waitMs of RETRY_DELAYS_MS) {
    if (await isDone()) return;
    await delay(timers, waitMs);
  }
  await isDone();
}
