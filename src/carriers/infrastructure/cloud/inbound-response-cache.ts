import type { Timers } from '../../../platform/timers';
import type { CallbackResponse } from './adapter';

/** A request about a call that came in may come again for so long. */
const AGAIN_MS = 10 * 60_000;
/** More calls than come in within that time; beyond them the oldest are forgotten. */
const MAX_ENTRIES = 10_000;

/** What carriers were answered about calls that came in: a request that comes again is one call, and has the same answer. */
export class InboundResponseCache {
  readonly #replies = new Map<string, Promise<CallbackResponse>>();

  constructor(private readonly timers: Timers) {}

  get size(): number {
    return this.#replies.size;
  }

  /** @param decide is called for the first request of a call. One that could not be decided about is decided anew. */
  of(carrierId: string, decide: () => Promise<CallbackResponse>): Promise<CallbackResponse> {
    const known = this.#replies.get(carrierId);
    if (known) return known;
    const reply = decide();
    this.#replies.set(carrierId, reply);
    const forget = () => {
      if (this.#replies.get(carrierId) === reply) this.#replies.delete(carrierId);
    };
    reply.catch(forget);
    this.timers.after(AGAIN_MS, forget);
    for (const oldest of this.#replies.keys()) {
      if (this.#replies.size <= MAX_ENTRIES) break;
      this.#replies.delete(oldest);
    }
    return reply;
  }
}
