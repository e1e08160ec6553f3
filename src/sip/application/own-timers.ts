import type { Cancel, Timers } from '../domain/ports';

/** Groups the timers of one user agent, which end with it. */
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

  cancelAll(): void {
    this.#closed = true;
    for (const cancel of [...this.#running]) cancel();
  }
}
