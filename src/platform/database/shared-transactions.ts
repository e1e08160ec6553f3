import { Injectable, Scope } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { Permits } from '../permits';
import { sqlState, UnitOfWork } from './unit-of-work';

/** A transaction of more would keep its locks too long. */
const MOST = 50;

/** A shared transaction waits so long for a stranger's lock. */
const PATIENCE_MS = 200;

/** Groups of one kind under way at once: more would only wait for each other's locks, and each be smaller. */
const GROUPS = 4;

/** A group that takes longer (a connection that fell silent, say) keeps no other from beginning. */
const SLOW_MS = 1_000;

/** Who meets a lock and finds no room to wait for it looks again after so long. */
const LOOK_EVERY_MS = 500;

/** Who has waited so long for a work of the same owner, which then failed for want of a lock, fails with it. */
const LONGEST_WAIT_MS = 10_000;

/** lock_not_available. */
const LOCKED = '55P03';

/** With query_canceled: what was waited for did not come in time. */
const WAITED_IN_VAIN = new Set<string | undefined>([LOCKED, '57014']);

/**
 * SQLSTATEs after which nobody knows whether a COMMIT held: the connection or the server went, or it says so itself. With
 * every other one PostgreSQL has rolled back.
 */
const UNKNOWN = /^(08|57P|58|XX|40003)/;

interface Waiting {
  readonly owner: string;
  readonly lane: string | null;
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

/** What went together has failed; `isRolledBack`: surely so, and may be tried again. */
interface Failure {
  readonly error: unknown;
  readonly isRolledBack: boolean;
}

/** Connections of a process that works of all kinds may take beside their groups'; the others are for others. */
@Injectable()
export class SparePermits {
  /** For works of a group that failed, each by itself. */
  readonly alone = new Permits(3);
  /** For works that wait for a stranger's lock. */
  readonly patient = new Permits(3);
}

/**
 * Group commit: small works of one kind that come in the same turn of the event loop share one transaction, so that their
 * statements go together (see Gathered) and PostgreSQL writes to the disk once for all of them. Each holds or is refused by
 * itself, and is answered after the commit. Everybody who asks for it has one of its own.
 *
 * Nobody waits for a lock that another owner's work needs: a group that meets one falls apart, each work is tried by itself,
 * and of those who met the lock one for each owner waits for it. The owner's others wait for that one, without a connection.
 */
@Injectable({ scope: Scope.TRANSIENT })
export class SharedTransactions {
  #waiting: Waiting[] = [];
  #underWay = 0;
  #woken = false;
  /** By owner that meets a stranger's lock, who waits for the one that waits for it. */
  readonly #blocked = new Map<string, Waiting[]>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly spare: SparePermits,
  ) {}

  /**
   * Runs `work`, which changes nothing but the database, and refuses (throws a DomainError) only while it has nothing
   * written. Any other failure ends the whole transaction; then each work is tried in one of its own, unless nobody knows
   * whether the transaction held. `owner`: whose work it is, usually an account's. Works of one `lane` wait for each
   * other's locks, so they never share a transaction. Within a transaction `work` belongs to that one.
   */
  run<T>(owner: string, lane: string | null, work: () => Promise<T>): Promise<T> {
    if (this.unitOfWork.isActive) return work();
    return new Promise<T>((resolve, reject) => {
      this.#queue([{ owner, lane, work, resolve, reject, since: performance.now() }]);
    });
  }

  #queue(works: readonly Waiting[]): void {
    for (const one of works) (this.#blocked.get(one.owner) ?? this.#waiting).push(one);
    this.#wake();
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
    void this.#group(group, over);
    this.#wake();
  }

  async #group(group: readonly Waiting[], over: () => void): Promise<void> {
    const failure = await this.#together(group);
    over();
    if (failure === null) return;
    const [only] = group;
    if (failure.isRolledBack && group.length > 1) await Promise.all(group.map((one) => this.#alone(one)));
    else if (only && group.length === 1) await this.#failed(only, failure);
    else for (const { reject } of group) reject(failure.error);
  }

  /** Answers them if their transaction held; otherwise says why it did not. */
  async #together(group: readonly Waiting[]): Promise<Failure | null> {
    const reached = { step: 'connecting' as 'connecting' | 'working' | 'committing' };
    try {
      const outcomes = await this.unitOfWork.runShared(async () => {
        reached.step = 'working';
        const settled = await Promise.allSettled(group.map(({ work }) => work()));
        for (const one of settled) {
          if (one.status === 'rejected' && !(one.reason instanceof DomainError)) throw one.reason;
        }
        reached.step = 'committing';
        return settled;
      }, PATIENCE_MS);
      outcomes.forEach((outcome, at) => {
        if (outcome.status === 'fulfilled') group[at]?.resolve(outcome.value as never);
        else group[at]?.reject(outcome.reason);
      });
      return null;
    } catch (error) {
      const state = sqlState(error);
      // A connection that broke with the COMMIT does not tell whether it held: trying again might do it twice.
      const isRolledBack =
        reached.step === 'working' ||
        (reached.step === 'committing' && state !== undefined && !UNKNOWN.test(state));
      return { error, isRolledBack };
    }
  }

  /** A work whose group failed. */
  async #alone(one: Waiting): Promise<void> {
    const { alone } = this.spare;
    await alone.take(1);
    const blocked = this.#blocked.get(one.owner);
    const failure = blocked ? null : await this.#together([one]);
    alone.giveBack(1);
    if (blocked) blocked.push(one);
    else if (failure) await this.#failed(one, failure);
  }

  async #failed(one: Waiting, failure: Failure): Promise<void> {
    if (!isLocked(failure)) {
      one.reject(failure.error);
      return;
    }
    const others = this.#blocked.get(one.owner);
    if (others) {
      others.push(one);
      return;
    }
    this.#blocked.set(one.owner, []);
    const inVain = await this.#waitForLock(one);
    const left = this.#blocked.get(one.owner) ?? [];
    this.#blocked.delete(one.owner);
    const isHopeless = (other: Waiting) => inVain !== null && hasWaitedLong(other);
    for (const other of left.filter(isHopeless)) other.reject(inVain);
    this.#queue(left.filter((other) => !isHopeless(other)));
  }

  /** Answers a work that meets a stranger's lock; the owner's others wait for that. The error if it waited in vain. */
  async #waitForLock(one: Waiting): Promise<unknown> {
    const { alone, patient } = this.spare;
    while (patient.takeNow(1) === 0) {
      // Others wait for their locks: it has a look now and then.
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      await alone.take(1);
      const failure = await this.#together([one]);
      alone.giveBack(1);
      if (failure === null) return null;
      if (isLocked(failure) && !hasWaitedLong(one)) continue;
      one.reject(failure.error);
      return isLocked(failure) ? failure.error : null;
    }
    try {
      // In a transaction of its own, with the patience of any other.
      one.resolve((await this.unitOfWork.run(one.work)) as never);
      return null;
    } catch (error) {
      one.reject(error);
      return WAITED_IN_VAIN.has(sqlState(error)) ? error : null;
    } finally {
      patient.giveBack(1);
    }
  }
}

function isLocked({ error, isRolledBack }: Failure): boolean {
  return isRolledBack && sqlState(error) === LOCKED;
}

function hasWaitedLong({ since }: Waiting): boolean {
  return performance.now() - since > LONGEST_WAIT_MS;
}
