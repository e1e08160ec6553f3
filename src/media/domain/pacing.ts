import { FRAME_MS } from './frame';

/** Late ticks that are caught up (100 ms); older ones are skipped. */
const MAX_CATCH_UP_TICKS = 5;

/** First `skipped` frames of time pass without audio, then `ticks` frames are played. */
export interface Due {
  readonly skipped: number;
  readonly ticks: number;
}

/** Runs the 20 ms clock of all legs: tick `n` is due at `startMs` + 20 n, however late earlier ticks were. */
export class Pacing {
  #done = 0;

  constructor(private readonly startMs: number) {}

  get nextMs(): number {
    return this.startMs + this.#done * FRAME_MS;
  }

  consumeDue(nowMs: number): Due {
    const behind = Math.max(0, Math.floor((nowMs - this.startMs) / FRAME_MS) + 1 - this.#done);
    const skipped = Math.max(0, behind - MAX_CATCH_UP_TICKS);
    this.#done += behind;
    return { skipped, ticks: behind - skipped };
  }
}

const RESOLUTION_MS = 0.5;
const MAX_LATENESS_MS = 250;

/** Measures the lateness of ticks, in half milliseconds. */
export class Lateness {
  readonly #counts = new Uint32Array(MAX_LATENESS_MS / RESOLUTION_MS + 1);
  #worst = 0;
  #sum = 0;
  #total = 0;

  add(ms: number): void {
    const late = Math.max(0, ms);
    const place = Math.min(this.#counts.length - 1, Math.floor(late / RESOLUTION_MS));
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#total += 1;
    this.#sum += late;
    this.#worst = Math.max(this.#worst, late);
  }

  /** `p99Ms` is the upper end of its half millisecond. */
  get figures(): LatenessFigures {
    return {
      ticks: this.#total,
      sumMs: this.#sum,
      p50Ms: this.#quantile(0.5),
      p99Ms: this.#quantile(0.99),
      worstMs: this.#worst,
    };
  }

  /** At most `ms` late, for a histogram. */
  atMost(ms: number): number {
    let count = 0;
    for (let place = 0; place < Math.min(this.#counts.length, ms / RESOLUTION_MS); place++) {
      count += this.#counts[place] ?? 0;
    }
    return count;
  }

  #quantile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (let place = 0; place < this.#counts.length; place++) {
      left -= this.#counts[place] ?? 0;
      if (left <= 0) return Math.min((place + 1) * RESOLUTION_MS, this.#worst);
    }
    return this.#worst;
  }
}

export interface LatenessFigures {
  readonly ticks: number;
  readonly sumMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}
