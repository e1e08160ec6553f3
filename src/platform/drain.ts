import type { UnitOfWork } from './database/unit-of-work';

/** After a hang-up was ordered, the carrier's word of the end is waited for so long. */
const LAST_WORDS_MS = 3_000;
const LOOK_EVERY_MS = 50;
const RENEW_EVERY_MS = 4_000;

/** What a look at a queue is ended with in a process that was asked to stop. */
const STOPPED = new Error('this process ends: the turn is for another one');

/** What a worker has in hand with carriers. */
export interface InHand {
  /** How many calls it answers for. */
  readonly count: () => number;
  readonly hangUpAll: () => Promise<unknown>;
  readonly renewLeases: () => Promise<unknown>;
}

/**
 * How a worker ends: from the signal on nothing is dialed; what goes on may come to its end, what is left then is hung up,
 * with a reason.
 */
export class Drain {
  #draining = false;
  readonly #looks = new Set<Promise<unknown>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly inHand: InHand,
  ) {}

  /** True from the moment the process was asked to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Does a look at a queue, which may dial, in one transaction. When the process was asked to stop before its end, nothing
   * of it holds.
   * @throws Error then; so the reminder that asked for the look goes back to its queue, for another worker.
   */
  async look<T>(look: () => Promise<T>): Promise<T> {
    if (this.#draining) throw STOPPED;
    const looking = this.unitOfWork.run(async () => {
      const found = await look();
      if (this.#draining) throw STOPPED;
      return found;
    });
    this.#looks.add(looking);
    try {
      return await looking;
    } finally {
      this.#looks.delete(looking);
    }
  }

  /** Waits for what goes on at most `patienceMs`, then hangs up. */
  async run(patienceMs: number): Promise<void> {
    this.#draining = true;
    await this.#waitForEnd(patienceMs);
    await this.inHand.hangUpAll();
    await this.#waitForEnd(LAST_WORDS_MS);
  }

  async #waitForEnd(patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    let renewAt = performance.now();
    // A look that has just committed dials yet: it is waited for like a call.
    while (this.#looks.size + this.inHand.count() > 0 && performance.now() < until) {
      if (performance.now() >= renewAt) {
        renewAt = performance.now() + RENEW_EVERY_MS;
        // The sweeps have stopped already; without its lease another worker would take the calls over.
        await this.inHand.renewLeases().catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
