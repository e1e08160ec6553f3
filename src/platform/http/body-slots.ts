import type { Response } from 'express';
import { Semaphore } from '../semaphore';

/** Large bodies of one account that a process holds at once; it reads no more of them meanwhile. */
const PER_ACCOUNT = 2;

/** Bounds the memory for large bodies: each account has its own slots, so none waits for another. */
export class BodySlots {
  readonly #slots = new Map<string | null, { readonly semaphore: Semaphore; users: number }>();

  /** Waits for a slot of the account; the slot is free again when the response is over. */
  async occupy(accountId: string | null, response: Response): Promise<void> {
    const slot = this.#slots.get(accountId) ?? { semaphore: new Semaphore(PER_ACCOUNT), users: 0 };
    this.#slots.set(accountId, slot);
    slot.users++;
    const acquired = slot.semaphore.acquire(1);
    response.once('close', () => {
      void acquired.then((permits) => {
        slot.semaphore.release(permits);
        if (--slot.users === 0) this.#slots.delete(accountId);
      });
    });
    await acquired;
  }
}
