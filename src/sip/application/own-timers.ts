import type { Cancel, Timers } from '../domain/ports';

/** The timers of one user agent, which all end with it. */
export class OwnTimers implements Timers {
  readonly #running = new Set<Cancel>();
  #closed = false;

  constructor(private readonly timers: Timers) {}

  set(ms: number, fire: () => void): Cancel {
    if (this.#closed) return () => undefined;
    const stop = this.timers.set(ms, () => {
      this.#running.delete(cancel);
      fire();
    });
    const cancel = (): void => {
      this.#running.delete(cancel);
      stop();
    };
    this.#running.add(cancel);
    return cancel;
  }

  /** Cancels all timers and ignores new ones. */
  cancelAll(): void {
    this.#closed = true;
    for (const cancel of [...this.#running]) cancel();
  }
}
