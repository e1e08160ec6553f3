import type { Timers } from '../../../platform/timers';
import type { CloudRest } from './adapter';

/** A hang-up that failed is tried again after these times. */
const AGAIN_MS = [1_000, 4_000, 15_000];

/** Ends a call at the carrier, again while it cannot be asked. It is not waited for. */
export function hangUpSurely(rest: Pick<CloudRest, 'hangUp'>, carrierId: string, timers: Timers): void {
  const attempt = (waits: readonly number[]): void => {
    void rest.hangUp(carrierId).catch(() => {
      const [next, ...later] = waits;
      if (next !== undefined) {
        timers.after(next, () => {
          attempt(later);
        });
      }
    });
  };
  attempt(AGAIN_MS);
}
