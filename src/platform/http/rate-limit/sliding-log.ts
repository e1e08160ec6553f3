/** The limit of each key (R92). */
export const RATE_LIMIT = { requests: 300, windowMs: 60_000 } as const;

/** Whether a request was admitted. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would be admitted now. */
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window; the whole window when none is counted. */
  readonly resetMs: number;
}

/** An exact log of admitted requests; refused ones do not count. */
export interface SlidingLog {
  /** Counts one request of a key at `nowMs` (epoch milliseconds), or refuses it. */
  admit(keyId: string, nowMs: number): Promise<RateDecision>;
}

/** Times of one key's admitted requests, oldest first, in a ring buffer of fixed size. */
class Ring {
  readonly #times = new Float64Array(RATE_LIMIT.requests);
  #first = 0;
  #count = 0;

  get idle(): boolean {
    return this.#count === 0;
  }

  admit(nowMs: number): RateDecision {
    this.forget(nowMs);
    const admitted = this.#count < RATE_LIMIT.requests;
    if (admitted) this.#times[(this.#first + this.#count++) % RATE_LIMIT.requests] = nowMs;
    const oldest = this.#times[this.#first] ?? nowMs;
    return {
      admitted,
      remaining: RATE_LIMIT.requests - this.#count,
      resetMs: Math.max(0, oldest + RATE_LIMIT.windowMs - nowMs),
    };
  }

  forget(nowMs: number): void {
    while (this.#count > 0 && (this.#times[this.#first] ?? 0) <= nowMs - RATE_LIMIT.windowMs) {
      this.#first = (this.#first + 1) % RATE_LIMIT.requests;
      this.#count--;
    }
  }
}

/** For a single process, and as the fallback of the shared logs. */
export class MemorySlidingLog implements SlidingLog {
  readonly #rings = new Map<string, Ring>();
  #sweptMs = 0;

  admit(keyId: string, nowMs: number): Promise<RateDecision> {
    this.#sweep(nowMs);
    let ring = this.#rings.get(keyId);
    if (!ring) this.#rings.set(keyId, (ring = new Ring()));
    return Promise.resolve(ring.admit(nowMs));
  }

  /** Removes keys without a request in the window, so that memory follows the keys in use. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < RATE_LIMIT.windowMs) return;
    this.#sweptMs = nowMs;
    for (const [keyId, ring] of this.#rings) {
      ring.forget(nowMs);
      if (ring.idle) this.#rings.delete(keyId);
    }
  }
}
