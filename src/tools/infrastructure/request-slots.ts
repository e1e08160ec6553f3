/** Requests of a process at once. */
const MAX_REQUESTS = 200;
const MAX_OF_ACCOUNT = 20;

interface Waiter {
  readonly accountId: string;
  readonly grant: () => void;
}

/** Limits the requests that a process sends at once; the others wait, first come, first served. */
export class RequestSlots {
  readonly #ofAccount = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  /** @returns the function that frees the slot; null when the signal came first */
  acquire(accountId: string, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiting.delete(waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        accountId,
        grant: () => {
          this.#waiting.delete(waiter);
          signal.removeEventListener('abort', onAbort);
          this.#count(accountId, 1);
          resolve(() => this.#release(accountId));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
      if (this.#hasRoom(waiter)) waiter.grant();
    });
  }

  /** One slot is free, so one waiter gets it. */
  #release(accountId: string): void {
    this.#count(accountId, -1);
    for (const waiter of this.#waiting) {
      if (!this.#hasRoom(waiter)) continue;
      waiter.grant();
      return;
    }
  }

  #hasRoom({ accountId }: Waiter): boolean {
    return this.#running < MAX_REQUESTS && (this.#ofAccount.get(accountId) ?? 0) < MAX_OF_ACCOUNT;
  }

  #count(accountId: string, by: number): void {
    this.#running += by;
    const count = (this.#ofAccount.get(accountId) ?? 0) + by;
    if (count === 0) this.#ofAccount.delete(accountId);
    else this.#ofAccount.set(accountId, count);
  }
}
