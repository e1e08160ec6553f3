import type { Timers } from './timers';

/** Stops all its timers together. */
export class TimerGroup {
  readonly #stops = new Set<() => void>();
  #isStopped = false;

  constructor(private readonly timers: Timers) {}

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
