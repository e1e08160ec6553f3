import type { SipResponse } from '../domain/message';
import type { Timers } from '../../platform/kernel/time/timers';
import type { Cancel, SipTimes } from '../domain/ports';
import type { ServerTransaction } from './server-transaction';

/** Sends a 2xx to an INVITE until its ACK, over any transport (RFC 3261 section 13.3.1.4). */
export class ReliableAnswer {
  readonly #stop: Cancel[] = [];
  #waiting = true;

  constructor(
    private readonly transaction: ServerTransaction,
    private readonly response: SipResponse,
    timers: Timers,
    { t1, t2 }: SipTimes,
    onUnacknowledged: () => void,
  ) {
    const again = (ms: number): void => {
      this.#stop[0] = timers.after(ms, () => {
        this.transaction.respond(this.response);
        again(Math.min(2 * ms, t2));
      });
    };
    transaction.respond(response);
    again(t1);
    this.#stop[1] = timers.after(64 * t1, () => {
      this.acknowledge();
      onUnacknowledged();
    });
  }

  acknowledge(): boolean {
    const first = this.#waiting;
    this.#waiting = false;
    for (const stop of this.#stop) stop();
    return first;
  }
}
