import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * An AsyncLocalStorage that is enabled only while a run is active. Before Node 24 an enabled one has V8 call hooks for every
 * promise of the process: about a fifth of the CPU of GET /calls/{id}.
 */
export class RunStorage<T> {
  readonly #storage = new AsyncLocalStorage<T>();
  #active = 0;

  /** Of the run that this code belongs to. */
  get current(): T | undefined {
    return this.#storage.getStore();
  }

  /** `work` must await what it starts: after the last run that code may find no value. */
  async run<R>(value: T, work: () => Promise<R>): Promise<R> {
    this.#active++;
    try {
      return await this.#storage.run(value, work);
    } finally {
      if (--this.#active === 0) this.#storage.disable();
    }
  }
}
