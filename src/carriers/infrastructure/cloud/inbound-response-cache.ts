import type { Timers } from '../../../platform/kernel/time/timers';
import type { CallbackResponse } from './adapter';

/** Carriers may repeat a request within this time. */
const RETENTION_MS = 10 * 60_000;
/** Above the calls within RETENTION_MS. The oldest entry is removed. */
const MAX_ENTRIES = 10_000;

/** Gives a repeated request about an inbound call the same response. */
export class InboundResponseCache {
  readonly #responses = new Map<string, Promise<CallbackResponse>>();

  constructor(private readonly timers: Timers) {}

  get size(): number {
    return this.#responses.size;
  }

  /** @param decide runs once a call; again after a failure */
  of(carrierCallId: string, decide: () => Promise<CallbackResponse>): Promise<CallbackResponse> {
    const known = this.#responses.get(carrierCallId);
    if (known) return known;
    const response = decide();
    this.#responses.set(carrierCallId, response);
    const forget = () => {
      if (this.#responses.get(carrierCallId) === response) this.#responses.delete(carrierCallId);
    };
    response.catch(forget);
    this.timers.after(RETENTION_MS, forget);
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MAX_ENTRIES) break;
      this.#responses.delete(oldest);
    }
    return response;
  }
}
