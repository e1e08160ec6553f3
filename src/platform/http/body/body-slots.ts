import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { RetryLater } from '../../kernel/domain-error';
import { Semaphore } from '../../semaphore';

const RETRY_SECONDS = 5;

/** Bounds the large bodies in memory: each sender has slots of its own, so none waits for another. */
export class BodySlots {
  readonly #senders = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  /**
   * @param perSender slots that one sender has
   * @param maxWaitMs how long a request waits for one
   */
  constructor(
    private readonly perSender: number,
    private readonly maxWaitMs = Infinity,
  ) {}

  /**
   * Waits for a slot of the sender. Returns the function that frees it, which the work must call at its end; null
   * when the client has disconnected, so that no work is done for it.
   * @throws RetryLater when none is free in time
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

  async #inTime(acquired: Promise<unknown>): Promise<boolean> {
    if (this.maxWaitMs === Infinity) return acquired.then(() => true);
    const timer = new AbortController();
    const late = setTimeout(this.maxWaitMs, false, { signal: timer.signal }).catch(() => false);
    const isInTime = await Promise.race([acquired.then(() => true), late]);
    timer.abort();
    return isInTime;
  }
}

function tooMany(): RetryLater {
  return new RetryLater('Too many large requests arrive at once. Send a few at a time.', RETRY_SECONDS);
}
