import type { Timers } from '../../../platform/timers';

/** The text of a host that dies is stored up to a second before. */
const DELAY_MS = 300;

/** Stores changes soon, one write at a time. A failed write is made up for by the next. */
export class TurnWriter {
  #isChanged = false;
  #isStopped = false;
  #writing: Promise<void> | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly write: () => Promise<void>,
  ) {}

  changed(): void {
    this.#isChanged = true;
    if (this.#isStopped || this.#stopTimer || this.#writing) return;
    this.#stopTimer = this.timers.after(DELAY_MS, () => {
      this.#stopTimer = null;
      this.#run();
    });
  }

  /** Writes no more. Resolves after the write that runs. */
  async stopped(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer?.();
    await this.#writing;
  }

  #run(): void {
    this.#isChanged = false;
    this.#writing = this.write()
      .catch(() => undefined)
      .finally(() => {
        this.#writing = null;
        if (this.#isChanged) this.changed();
      });
  }
}
