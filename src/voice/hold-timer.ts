import type { Timers } from '../platform/kernel/time/timers';

/** After this time on hold the far side's silence counts. */
const MAX_ON_HOLD_MS = 120_000;

/** Measures how long the far side was on hold. */
export class HoldTimer {
  #sinceMs: number | null = null;
  #earlierMs = 0;
  #onOver: (() => void) | null = null;
  #onResumed: ((sinceMs: number) => void) | null = null;
  #stop: () => void = () => undefined;

  constructor(
    private readonly timers: Pick<Timers, 'after'>,
    private readonly nowMs: () => number,
  ) {}

  get isOnHold(): boolean {
    return this.#sinceMs !== null;
  }

  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  /** The maximum has passed. */
  get isOver(): boolean {
    return this.#sinceMs !== null && this.nowMs() - this.#sinceMs >= MAX_ON_HOLD_MS;
  }

  /** Each SIP hold counts up to the maximum. */
  get totalMs(): number {
    const nowMs = this.#sinceMs === null ? 0 : this.nowMs() - this.#sinceMs;
    return this.#earlierMs + Math.min(MAX_ON_HOLD_MS, nowMs);
  }

  /** Calls the listener when the maximum has passed. */
  onOver(listener: () => void): void {
    this.#onOver = listener;
  }

  /** @param listener called at the end of each SIP hold, with its begin */
  onResumed(listener: (sinceMs: number) => void): void {
    this.#onResumed = listener;
  }

  setOnHold(isOnHold: boolean): boolean {
    if (isOnHold === this.isOnHold) return false;
    this.#earlierMs = this.totalMs;
    if (this.#sinceMs !== null) this.#onResumed?.(this.#sinceMs);
    this.#sinceMs = isOnHold ? this.nowMs() : null;
    this.#stop();
    const onOver = this.#onOver;
    if (isOnHold && onOver) this.#stop = this.timers.after(MAX_ON_HOLD_MS, onOver);
    return true;
  }

  close(): void {
    this.#stop();
  }
}
