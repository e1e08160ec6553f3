import type { FinishedAttempt } from './attempt-results';

const MAX_CONCURRENT_ATTEMPTS = 32;

/** A smaller claim soon after another costs almost as much. */
const MIN_CLAIM_SIZE = 16;
const CLAIM_INTERVAL_MS = 50;

/** Attempts in progress or not yet stored. Beyond it, no attempt starts until PostgreSQL has caught up. */
const MAX_UNSTORED = 96;

/** Runs attempts, storing of results and claims of one account concurrently. */
export class AccountDeliveries {
  #running = 0;
  #storing = 0;
  #isClaiming = false;
  #hasJustClaimed = false;
  #mayHaveDue = true;
  #isClosed = false;
  #hasChanged = true;
  #wake: () => void = () => undefined;
  #over: FinishedAttempt[] = [];
  #stored: Promise<void> = Promise.resolve();

  /** Events that may be claimed now: 0 during a claim, when none is known to be due, or soon after the last claim. */
  get room(): number {
    if (this.#isClaiming || !this.#mayClaim) return 0;
    const unstored = this.#running + this.#storing + this.#over.length;
    const room = Math.max(0, Math.min(MAX_CONCURRENT_ATTEMPTS - this.#running, MAX_UNSTORED - unstored));
    return room < MIN_CLAIM_SIZE && this.isBusy && this.#hasJustClaimed ? 0 : room;
  }

  get isBusy(): boolean {
    return this.#running > 0 || this.#storing > 0;
  }

  get isIdle(): boolean {
    return !this.isBusy && this.#over.length === 0 && !this.#isClaiming && !this.#mayClaim;
  }

  wake(): void {
    this.#mayHaveDue = true;
    this.#change();
  }

  close(): void {
    this.#isClosed = true;
    this.#change();
  }

  /** If the promise rejects, nothing is stored: the lease expires and the attempt is repeated. */
  add(attempt: Promise<FinishedAttempt>): void {
    this.#running++;
    void attempt
      .then((made) => this.#over.push(made))
      .catch(() => undefined)
      .finally(() => {
        this.#running--;
        this.#change();
      });
  }

  /** Does nothing during a store. `store` must not throw. */
  store(store: (over: readonly FinishedAttempt[]) => Promise<void>): void {
    if (this.#storing > 0 || this.#over.length === 0) return;
    const over = this.#over;
    this.#over = [];
    this.#storing = over.length;
    this.#stored = store(over).finally(() => {
      this.#storing = 0;
      this.#change();
    });
  }

  /** Stores the attempts that have finished by now; ignores later ones. */
  async storeLast(store: (over: readonly FinishedAttempt[]) => Promise<void>): Promise<void> {
    const over = this.#over;
    this.#over = [];
    await this.#stored;
    if (over.length > 0) await store(over);
  }

  /** `claim` returns whether there may be more, and must not throw. */
  claim(claim: () => Promise<boolean>): void {
    this.#isClaiming = true;
    // Reset before the claim: a later wake-up may be about events that this claim does not see.
    this.#mayHaveDue = false;
    void claim()
      .then((more) => (this.#mayHaveDue ||= more))
      .finally(() => {
        this.#isClaiming = false;
        this.#hasJustClaimed = true;
        setTimeout(() => {
          this.#hasJustClaimed = false;
          this.#change();
        }, CLAIM_INTERVAL_MS).unref();
        this.#change();
      });
  }

  /** Waits for a change since the last call. */
  async waitForChange(): Promise<void> {
    if (!this.#hasChanged) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
  }

  get #mayClaim(): boolean {
    return this.#mayHaveDue && !this.#isClosed;
  }

  #change(): void {
    this.#hasChanged = true;
    this.#wake();
  }
}
