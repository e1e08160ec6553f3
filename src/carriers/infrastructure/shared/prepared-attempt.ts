import type { TrunkAttempt, TrunkAttemptResult } from './trunk-failover';

/** Begins an attempt after asynchronous preparation, unless it was given up by then. */
export class PreparedAttempt<Answer> implements TrunkAttempt<Answer> {
  readonly ended: Promise<TrunkAttemptResult<Answer>>;
  #current: TrunkAttempt<Answer> | null = null;
  #isGivenUp = false;

  /** @param prepare resolves with the start of the attempt, or why there is none. Never rejects */
  constructor(prepare: () => Promise<(() => TrunkAttempt<Answer>) | TrunkAttemptResult<Answer>>) {
    this.ended = prepare().then((prepared) => {
      if (this.#isGivenUp) return { kind: 'canceled' };
      if (typeof prepared !== 'function') return prepared;
      this.#current = prepared();
      return this.#current.ended;
    });
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.#current?.giveUp();
  }
}
