import type { Timers } from '../../../src/platform/kernel/time/timers';

/** Timers that fire on the test's command, in order. */
export class VirtualClock implements Timers {
  #now = 0;
  #count = 0;
  readonly #set = new Map<number, { at: number; fire: () => void }>();

  now(): number {
    return this.#now;
  }

  /** How many timers run. */
  get running(): number {
    return this.#set.size;
  }

  after(ms: number, fire: () => void): () => void {
    const id = this.#count++;
    this.#set.set(id, { at: this.#now + ms, fire });
    return () => this.#set.delete(id);
  }

  /** Moves on without waiting for promises. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) this.#fire(next);
    this.#now = until;
  }

  /** Moves on, and lets promises settle after each timer. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#fire(next);
      await settle();
    }
    this.#now = until;
  }

  #next(until: number): number | undefined {
    const due = [...this.#set].filter(([, { at }]) => at <= until);
    return due.sort(([a, { at: first }], [b, { at: second }]) => first - second || a - b)[0]?.[0];
  }

  #fire(id: number): void {
    const timer = this.#set.get(id);
    this.#set.delete(id);
    this.#now = Math.max(this.#now, timer?.at ?? 0);
    timer?.fire();
  }
}

/** Lets everything that waits for settled promises go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
