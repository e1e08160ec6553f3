import { CLOCK_TOLERANCE_MS } from '../../clock';
import { MINUTE_MS } from '../../kernel/time/durations';

/** The limit of each key (R92). */
export const RATE_LIMIT = { requests: 300, windowMs: MINUTE_MS } as const;

export const SESSION_REQUESTS = 600;

export interface RateDecision {
  readonly admitted: boolean;
  readonly remaining: number;
  /** Until the oldest counted request leaves the window; the whole window when none is counted. */
  readonly resetMs: number;
}

/** Logs admitted requests exactly; refused ones do not count. */
export interface SlidingLog {
  /**
   * Counts a request at `nowMs` (epoch milliseconds), or refuses it beyond `most` in a window. An id's bound is
   * constant.
   */
  admit(id: string, nowMs: number, most?: number, windowMs?: number): Promise<RateDecision>;
}

class Ring {
  readonly #times: Float64Array;
  #first = 0;
  #count = 0;

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
  ) {
    this.#times = new Float64Array(max);
  }

  get idle(): boolean {
    return this.#count === 0;
  }

  admit(nowMs: number): RateDecision {
    this.#followSetBack(nowMs);
    this.forget(nowMs);
    const admitted = this.#count < this.max;
    if (admitted) this.#times[(this.#first + this.#count++) % this.max] = nowMs;
    const oldest = this.#times[this.#first] ?? nowMs;
    return {
      admitted,
      remaining: this.max - this.#count,
      resetMs: Math.max(0, oldest + this.windowMs - nowMs),
    };
  }

  /** Counts times ahead of a clock that was set back from now on. */
  #followSetBack(nowMs: number): void {
    const last = this.#times[(this.#first + this.#count - 1) % this.max] ?? 0;
    if (this.#count === 0 || last <= nowMs + CLOCK_TOLERANCE_MS) return;
    this.#times.forEach((time, at) => (this.#times[at] = Math.min(time, nowMs)));
  }

  forget(nowMs: number): void {
    while (this.#count > 0 && (this.#times[this.#first] ?? 0) <= nowMs - this.windowMs) {
      this.#first = (this.#first + 1) % this.max;
      this.#count--;
    }
  }
}

/** Counts for a single process, and as the fallback of the shared logs. */
export class MemorySlidingLog implements SlidingLog {
  readonly #rings = new Map<string, Ring>();
  #sweptMs = 0;

  admit(
    id: string,
    nowMs: number,
    most: number = RATE_LIMIT.requests,
    windowMs: number = RATE_LIMIT.windowMs,
  ): Promise<RateDecision> {
    this.#sweep(nowMs);
    let ring = this.#rings.get(id);
    if (!ring) this.#rings.set(id, (ring = new Ring(most, windowMs)));
    return Promise.resolve(ring.admit(nowMs));
  }

  /** Forgets ids without requests, so that memory follows the ids in use. */
  #sweep(nowMs: number): void {
    if (Math.abs(nowMs - this.#sweptMs) < RATE_LIMIT.windowMs) return;
    this.#sweptMs = nowMs;
    for (const [id, ring] of this.#rings) {
      ring.forget(nowMs);
      if (ring.idle) this.#rings.delete(id);
    }
  }
}
