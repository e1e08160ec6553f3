import type { Timers } from '../platform/kernel/time/timers';
import type { LineEndReason } from './voice-line';

export class LineClock {
  readonly #answeredAt: number;
  #cut: { readonly why: LineEndReason; readonly atMs: number } | null = null;
  #stopLimit: () => void = () => undefined;

  /** @param now milliseconds on the clock of the leg @param answeredAt on the same clock */
  constructor(
    private readonly timers: Timers,
    private readonly now: () => number,
    answeredAt = now(),
  ) {
    this.#answeredAt = answeredAt;
  }

  get answeredAt(): number {
    return this.#answeredAt;
  }

  nowMs(): number {
    return this.#cut?.atMs ?? Math.max(0, Math.round(this.now() - this.#answeredAt));
  }

  get cutBy(): LineEndReason | undefined {
    return this.#cut?.why;
  }

  /** Stops the clock, now or at `atMs`. False when the line was cut before: the first cut counts. */
  cut(why: LineEndReason, atMs = this.nowMs()): boolean {
    if (this.#cut) return false;
    this.#cut = { why, atMs };
    this.clearLimit();
    return true;
  }

  /** `onReached` receives the time to cut at. */
  setLimit(limitMs: number, onReached: (atMs: number) => void): void {
    this.#stopLimit = this.timers.after(Math.max(0, limitMs - this.nowMs()), () => {
      // A timer may fire some microseconds early.
      onReached(Math.max(limitMs, this.nowMs()));
    });
  }

  clearLimit(): void {
    this.#stopLimit();
  }
}
