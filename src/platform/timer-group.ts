import type { Timers } from './timers';

/** Timers that all stop when what they belong to is over. */
export class TimerGroup {
  readonly #stops = new Set<() => void>();
  #isStopped = false;

  constructor(private readonly timers: Timers) {}

  /** Nothing happens once the group has stopped. */
  after(ms: number, then: () => void): void {
    if (this.#isStopped) return;
    const stop = this.timers.after(ms, () => {
      this.#stops.delete(stop);
      then();
    });
    this.#stops.add(stop);
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }
}
