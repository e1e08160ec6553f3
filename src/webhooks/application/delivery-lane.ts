import type { MadeAttempt } from './delivery-attempts';

/** Attempts on one endpoint at once. */
const LANE_WIDTH = 32;

/** Soon after a claim the next is for so many at least, or for later: it costs much the same for one. */
const LEAST_CLAIM = 16;
const SOON_MS = 50;

/** Attempts that may be under way or not yet stored: then none is begun until PostgreSQL has caught up. */
const MOST_UNSTORED = 96;

/**
 * What goes on for one account: attempts are made, what came of them is stored, and what is due is claimed, all at the same
 * time. Whoever looks after it waits for a change and then sees what can be begun.
 */
export class DeliveryLane {
  #running = 0;
  #storing = 0;
  #isClaiming = false;
  #hasJustClaimed = false;
  /** Something may be due. */
  #isHungry = true;
  #isClosed = false;
  #hasChanged = true;
  #wake: (() => void) | null = null;
  #over: MadeAttempt[] = [];
  #stored: Promise<void> = Promise.resolve();

  /**
   * How many events may be claimed now: none while a claim is under way, nothing is known to be due, or for few soon after
   * the last claim.
   */
  get room(): number {
    if (this.#isClaiming || !this.#wants) return 0;
    const unstored = this.#running + this.#storing + this.#over.length;
    const room = Math.max(0, Math.min(LANE_WIDTH - this.#running, MOST_UNSTORED - unstored));
    return room < LEAST_CLAIM && this.isBusy && this.#hasJustClaimed ? 0 : room;
  }

  /** A change is to come, whatever is begun now. */
  get isBusy(): boolean {
    return this.#running > 0 || this.#storing > 0;
  }

  /** Nothing is under way, and nothing is to be done. */
  get isIdle(): boolean {
    return !this.isBusy && this.#over.length === 0 && !this.#isClaiming && !this.#wants;
  }

  /** Something may be due. */
  wake(): void {
    this.#isHungry = true;
    this.#change();
  }

  /** Nothing more is claimed. */
  close(): void {
    this.#isClosed = true;
    this.#change();
  }

  /** Watches over an attempt. One that could not be made is no attempt: its lease runs out and it is made again. */
  add(attempt: Promise<MadeAttempt>): void {
    this.#running++;
    void attempt
      .then((made) => this.#over.push(made))
      .catch(() => undefined)
      .finally(() => {
        this.#running--;
        this.#change();
      });
  }

  /** Begins to store what is over, unless what was over before is still being stored. `store` must not throw. */
  store(store: (over: readonly MadeAttempt[]) => Promise<void>): void {
    if (this.#storing > 0 || this.#over.length === 0) return;
    const over = this.#over;
    this.#over = [];
    this.#storing = over.length;
    this.#stored = store(over).finally(() => {
      this.#storing = 0;
      this.#change();
    });
  }

  /** Stores what is over by now; nothing that ends later is stored. Resolves when all of it is. */
  async storeLast(store: (over: readonly MadeAttempt[]) => Promise<void>): Promise<void> {
    const over = this.#over;
    this.#over = [];
    await this.#stored;
    if (over.length > 0) await store(over);
  }

  /** Begins a claim. `claim` says whether there may be more, and must not throw. */
  claim(claim: () => Promise<boolean>): void {
    this.#isClaiming = true;
    // Whoever calls from now on may mean what this claim does not see.
    this.#isHungry = false;
    void claim()
      .then((more) => (this.#isHungry ||= more))
      .finally(() => {
        this.#isClaiming = false;
        this.#hasJustClaimed = true;
        setTimeout(() => {
          this.#hasJustClaimed = false;
          this.#change();
        }, SOON_MS).unref();
        this.#change();
      });
  }

  /** Waits until something has changed since the last time. */
  async changed(): Promise<void> {
    if (!this.#hasChanged) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
    this.#wake = null;
  }

  get #wants(): boolean {
    return this.#isHungry && !this.#isClosed;
  }

  #change(): void {
    this.#hasChanged = true;
    this.#wake?.();
  }
}
