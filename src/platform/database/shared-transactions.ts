import { Injectable, Scope } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { sqlState, UnitOfWork } from './unit-of-work';

/** A transaction of more would keep its locks too long. */
const MOST = 50;

/** A shared transaction waits so long for a stranger's lock; then whoever needs it waits alone. */
const PATIENCE = "SET LOCAL lock_timeout = '200ms'";

/**
 * Classes of SQLSTATE with which a COMMIT says that it rolled back: bad data, an integrity constraint, a transaction that
 * failed before, a deadlock, a lock that was waited for too long.
 */
const ROLLED_BACK = /^(22|23|25|40|55)/;

interface Waiting {
  readonly lane: string | null;
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: small works of one kind that come in the same turn of the event loop share one transaction, so that their
 * statements go together (see Gathered) and PostgreSQL writes to the disk once for all of them. To each it is as if it had
 * been alone: it holds or is refused by itself, and is answered after the commit. Everybody who asks for it has one of its own.
 */
@Injectable({ scope: Scope.TRANSIENT })
export class SharedTransactions {
  #waiting: Waiting[] = [];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Runs `work`, which changes nothing but the database, and refuses (throws a DomainError) only while it has nothing
   * written. Any other failure ends the whole transaction; then each work is tried in one of its own, unless nobody knows
   * whether the transaction held. Works of one `lane` wait for each other's locks, so they never share a transaction.
   */
  run<T>(lane: string | null, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) {
        setImmediate(() => {
          this.#begin();
        });
      }
      this.#waiting.push({ lane, work, resolve, reject });
    });
  }

  #begin(): void {
    const lanes = new Set<string | null>();
    const group: Waiting[] = [];
    const later: Waiting[] = [];
    for (const one of this.#waiting) {
      const fits = group.length < MOST && (one.lane === null || !lanes.has(one.lane));
      lanes.add(one.lane);
      (fits ? group : later).push(one);
    }
    this.#waiting = later;
    if (later.length > 0) {
      setImmediate(() => {
        this.#begin();
      });
    }
    void (group.length === 1 ? this.#eachAlone(group) : this.#together(group));
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const commit = { begun: false };
    try {
      const outcomes = await this.unitOfWork.runShared(async () => {
        commit.begun = false;
        await this.unitOfWork.write(PATIENCE);
        const settled = await Promise.allSettled(group.map(({ work }) => work()));
        for (const one of settled) {
          if (one.status === 'rejected' && !(one.reason instanceof DomainError)) throw one.reason;
        }
        commit.begun = true;
        return settled;
      });
      outcomes.forEach((outcome, at) => {
        if (outcome.status === 'fulfilled') group[at]?.resolve(outcome.value as never);
        else group[at]?.reject(outcome.reason);
      });
    } catch (error) {
      // A connection that broke with the COMMIT does not tell whether it held: trying again might do it twice.
      const isKnown = !commit.begun || ROLLED_BACK.test(sqlState(error) ?? '');
      if (isKnown) await this.#eachAlone(group);
      else for (const { reject } of group) reject(error);
    }
  }

  async #eachAlone(group: readonly Waiting[]): Promise<void> {
    await Promise.all(
      group.map(({ work, resolve, reject }) => this.unitOfWork.run(work).then(resolve as () => void, reject)),
    );
  }
}
