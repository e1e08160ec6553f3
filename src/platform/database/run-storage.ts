import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Code that outlives its run still finds the value for this time. After a failure, other work of the run may go on; after a
 * success, only work that is not awaited.
 */
const AFTER_SUCCESS_MS = 50;
const AFTER_FAILURE_MS = 10_000;

/**
 * An AsyncLocalStorage that is disabled while no run is active. Before Node 24 an enabled one has V8 call hooks for every
 * promise of the process: a twelfth of the CPU of GET /calls/{id}.
 */
export class RunStorage<T> {
  readonly #storage = new AsyncLocalStorage<T>();
  #active = 0;
  #neededUntilMs = 0;
  #timer: NodeJS.Timeout | null = null;

  /** The run that the calling code belongs to. */
  get current(): T | undefined {
    return this.#storage.getStore();
  }

  async run<R>(value: T, work: () => Promise<R>): Promise<R> {
    this.#active++;
    let afterMs = AFTER_FAILURE_MS;
    try {
      const result = await this.#storage.run(value, work);
      afterMs = AFTER_SUCCESS_MS;
      return result;
    } finally {
      this.#active--;
      this.#neededUntilMs = Math.max(this.#neededUntilMs, performance.now() + afterMs);
      if (this.#active === 0) this.#disableLater();
    }
  }

  #disableLater(): void {
    if (this.#timer !== null) return;
    const leftMs = this.#neededUntilMs - performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#active > 0) return;
      if (this.#neededUntilMs > performance.now()) this.#disableLater();
      else this.#storage.disable();
    }, leftMs).unref();
  }
}
