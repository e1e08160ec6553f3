import { CLOCK_TOLERANCE_MS } from '../../clock';
import { MINUTE_MS } from '../../kernel/time/durations';

export interface RateBound {
  /** Requests in any window. */
  readonly max: number;
  readonly windowMs: number;
}

/** The limit of each key (R92). */
export const RATE_LIMIT: RateBound = { max: 300, windowMs: MINUTE_MS };

export interface RateDecision {
  readonly admitted: boolean;
  readonly remaining: number;
  /** Until the oldest counted request leaves the window; the whole window when none is counted. */
  readonly resetMs: number;
}

/** Logs admitted requests exactly; refused ones do not count. */
export interface SlidingLog {
  /** Counts a request at `nowMs` (epoch milliseconds), or refuses it beyond the bound, which is constant for an id. */
  admit(id: string, nowMs: number, bound: RateBound): Promise<RateDecision>;
}

class Ring {
  readonly #times: Float64Array;
  #first = 0;
  #count = 0;

  constructor(private readonly bound: RateBound) {
    this.#times = new Float64Array(bound.max);
  }

  get idle(): boolean {
    return this.#count === 0;
  }

  admit(nowMs: number): RateDecision {
    const { max, windowMs } = this.bound;
    this.#followSetBack(nowMs);
    this.forget(nowMs);
    const admitted = this.#count < max;
    if (admitted) this.#times[(this.#first + this.#count++) % max] = nowMs;
    const oldest = this.#times[this.#first] ?? nowMs;
    return { admitted, remaining: max - this.#count, resetMs: Math.max(0, oldest + windowMs - nowMs) };
  }

  /** Counts times ahead of a clock that was set back from now on. */
  #followSetBack(nowMs: number): void {
    const last = this.#times[(this.#first + this.#count - 1) % this.bound.max] ?? 0;
    if (this.#count === 0 || last <= nowMs + CLOCK_TOLERANCE_MS) return;
    this.#times.forEach((time, at) => (this.#times[at] = Math.min(time, nowMs)));
  }

  forget(nowMs: number): void {
    const { max, windowMs } = this.bound;
    while (this.#count > 0 && (this.#times[this.#first] ?? 0) <= nowMs - windowMs) {
      this.#first = (this.#first + 1) % max;
      this.#count--;
    }
  }
}

/** Counts for a single process, and as the fallback of the shared logs. */
export class MemorySlidingLog implements SlidingLog {
  readonly #rings = new Map<string, Ring>();
  #sweptMs = 0;

  admit(id: string, nowMs: number, bound: RateBound): Promise<RateDecision> {
    this.#sweep(nowMs);
    let ring = this.#rings.get(id);
    if (!ring) this.#rings.set(id, (ring = new Ring(bound)));
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
