import type { Timers } from '../../platform/kernel/time/timers';

/** At most 5 a second. */
const INTERVAL_MS = 200;

/** Passes on the newest text of a turn, at a bounded rate. */
export class PartialPacer {
  #waiting: string | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly send: (text: string) => void,
  ) {}

  add(text: string): void {
    this.#waiting = text;
    if (!this.#stopTimer) this.#flush();
  }

  /** The turn has ended. */
  clear(): void {
    this.#waiting = null;
  }

  stop(): void {
    this.clear();
    this.#stopTimer?.();
  }

  #flush(): void {
    this.#stopTimer = null;
    if (this.#waiting === null) return;
    this.send(this.#waiting);
    this.#waiting = null;
    this.#stopTimer = this.timers.after(INTERVAL_MS, () => this.#flush());
  }
}
