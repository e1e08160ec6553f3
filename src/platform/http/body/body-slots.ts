import type { Response } from 'express';
import { RetryLater } from '../../kernel/domain-error';
import { Semaphore } from '../../semaphore';
import { withTimeout } from '../../kernel/time/timeout';

const RETRY_SECONDS = 5;

/** Bounds the large bodies in memory. Each sender has slots of its own, so none waits for another. */
export class BodySlots {
  readonly #senders = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  constructor(
    private readonly perSender: number,
    private readonly maxWaitMs = Infinity,
  ) {}

  /**
   * Returns the function that frees the slot; null after a disconnect. @throws RetryLater when no slot is free in
   * time
   */
  async occupy(sender: string, response: Response): Promise<(() => void) | null> {
    const slots = this.#senders.get(sender) ?? { semaphore: new Semaphore(this.perSender), users: 0 };
    this.#senders.set(sender, slots);
    slots.users++;
    const free = (): void => {
      slots.semaphore.release(1);
      if (--slots.users === 0) this.#senders.delete(sender);
    };
    const acquired = slots.semaphore.acquire(1);
    if (!(await this.#inTime(acquired))) {
      void acquired.then(free);
      throw tooMany();
    }
    if (!response.closed) return free;
    free();
    return null;
  }

  #inTime(acquired: Promise<unknown>): Promise<boolean> {
    const isAcquired = acquired.then(() => true);
    return this.maxWaitMs === Infinity ? isAcquired : withTimeout(this.maxWaitMs, isAcquired, () => false);
  }
}

function tooMany(): RetryLater {
  return new RetryLater('Too many large requests arrive at once. Send a few at a time.', RETRY_SECONDS);
}
