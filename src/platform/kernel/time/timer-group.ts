import type { Timers } from './timers';

/** Stops all its timers together. */
export class TimerGroup implements Timers {
  readonly #stops = new Set<() => void>();
  #isStopped = false;

  constructor(private readonly timers: Timers) {}

  after(ms: number, then: () => void): () => void {
    if (this.#isStopped) return () => undefined;
    const stopTimer = this.timers.after(ms, () => {
      this.#stops.delete(stop);
      then();
    });
    const stop = () => {
      this.#stops.delete(stop);
      stopTimer();
    };
    this.#stops.add(stop);
    return stop;
  }

  now(): number {
    return this.timers.now();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }
}
