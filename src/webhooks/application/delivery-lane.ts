import type { MadeAttempt } from './delivery-attempts';

/** Attempts on one endpoint at once: each look at what is due, and each commit, is for as many. */
const LANE_WIDTH = 16;

/** The attempts that are under way for one account, and what wakes whoever waits for them. */
export class DeliveryLane {
  #running = 0;
  #woken = true;
  #wake: (() => void) | null = null;
  readonly #over: MadeAttempt[] = [];

  /** How many more attempts may be started. */
  get free(): number {
    return LANE_WIDTH - this.#running;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Nothing is under way or waits to be stored, and nobody called. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#over.length === 0 && !this.#woken;
  }

  /** Something may be due. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Watches over an attempt. One that could not be made is no attempt: its lease runs out and it is made again. */
  add(attempt: Promise<MadeAttempt>): void {
    this.#running++;
    void attempt
      .then((made) => this.#over.push(made))
      .catch(() => undefined)
      .finally(() => {
        this.#running--;
        this.#wake?.();
      });
  }

  /** Waits until an attempt is over or somebody calls; gives the attempts that are over. */
  async next(): Promise<MadeAttempt[]> {
    if (this.#over.length === 0 && !this.#woken && this.#running > 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    this.#woken = false;
    return this.#over.splice(0);
  }
}
