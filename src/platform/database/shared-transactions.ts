import { Injectable, Scope } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { sqlState, UnitOfWork } from './unit-of-work';

/** A transaction of more would keep its locks too long. */
const MOST = 50;

/** A shared transaction waits so long for a stranger's lock; then whoever needs it waits alone. */
const PATIENCE = "SET LOCAL lock_timeout = '200ms'";

/** Groups under way at once: more would only wait for each other's locks, and each be smaller. */
const GROUPS = 4;

/** One that takes longer (a connection that fell silent, say) keeps nobody waiting. */
const SLOW_MS = 1_000;

/** Works of a group that are tried alone at once: the other connections are for others. */
const ALONE = 8;

/**
 * SQLSTATEs after which nobody knows whether a COMMIT held: the connection or the server went, or it says so itself. With
 * every other one PostgreSQL has rolled back.
 */
const UNKNOWN = /^(08|57P|58|XX|40003)/;

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
  #underWay = 0;
  #woken = false;

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Runs `work`, which changes nothing but the database, and refuses (throws a DomainError) only while it has nothing
   * written. Any other failure ends the whole transaction; then each work is tried in one of its own, unless nobody knows
   * whether the transaction held. Works of one `lane` wait for each other's locks, so they never share a transaction.
   * Within a transaction `work` belongs to that one.
   */
  run<T>(lane: string | null, work: () => Promise<T>): Promise<T> {
    if (this.unitOfWork.isActive) return work();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ lane, work, resolve, reject });
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#woken || this.#underWay >= GROUPS || this.#waiting.length === 0) return;
    this.#woken = true;
    setImmediate(() => {
      this.#woken = false;
      this.#begin();
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
    this.#underWay++;
    let counts = true;
    const over = () => {
      clearTimeout(slow);
      if (counts) this.#underWay--;
      counts = false;
      this.#wake();
    };
    const slow = setTimeout(over, SLOW_MS);
    void (group.length === 1 ? this.#eachAlone(group) : this.#together(group)).finally(over);
    this.#wake();
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const reached = { step: 'connecting' as 'connecting' | 'working' | 'committing' };
    try {
      const outcomes = await this.unitOfWork.runShared(async () => {
        reached.step = 'working';
        await this.unitOfWork.write(PATIENCE);
        const settled = await Promise.allSettled(group.map(({ work }) => work()));
        for (const one of settled) {
          if (one.status === 'rejected' && !(one.reason instanceof DomainError)) throw one.reason;
        }
        reached.step = 'committing';
        return settled;
      });
      outcomes.forEach((outcome, at) => {
        if (outcome.status === 'fulfilled') group[at]?.resolve(outcome.value as never);
        else group[at]?.reject(outcome.reason);
      });
    } catch (error) {
      const state = sqlState(error);
      // A connection that broke with the COMMIT does not tell whether it held: trying again might do it twice.
      const isRolledBack =
        reached.step === 'working' ||
        (reached.step === 'committing' && state !== undefined && !UNKNOWN.test(state));
      if (isRolledBack) await this.#eachAlone(group);
      else for (const { reject } of group) reject(error);
    }
  }

  async #eachAlone(group: readonly Waiting[]): Promise<void> {
    const left = [...group];
    const one = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { work, resolve, reject } = next;
        await this.unitOfWork.run(work).then(resolve as () => void, reject);
      }
    };
    await Promise.all(Array.from({ length: Math.min(ALONE, group.length) }, one));
  }
}
