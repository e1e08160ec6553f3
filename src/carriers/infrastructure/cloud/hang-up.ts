import type { Timers } from '../../../platform/timers';
import type { CloudCallsApi } from './adapter';

/** A hang-up that failed is tried again after these times. */
const AGAIN_MS = [1_000, 4_000, 15_000];

/** Ends a call at the carrier, again while it cannot be asked. It is not waited for. */
export function hangUpWithRetry(
  rest: Pick<CloudCallsApi, 'endCall'>,
  carrierId: string,
  timers: Timers,
): void {
  void hangUpAndWait(rest, carrierId, timers);
}

/** As {@link hangUpWithRetry}; resolves when it was asked, or asked in vain for the last time. */
export async function hangUpAndWait(
  rest: Pick<CloudCallsApi, 'endCall'>,
  carrierId: string,
  timers: Timers,
): Promise<void> {
  const isDone = () =>
    rest.endCall(carrierId).then(
      () => true,
      () => false,
    );
  for (const waitMs of AGAIN_MS) {
    if (await isDone()) return;
    await new Promise<void>((resolve) => timers.after(waitMs, resolve));
  }
  await isDone();
}
