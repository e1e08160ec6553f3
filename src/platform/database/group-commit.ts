import { Injectable, Scope } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { Slots } from './slots';
import { CONCURRENT_GROUPS, SpareConnections } from './spare-connections';
import { sqlState } from './sql-state';
import { UnitOfWork } from './unit-of-work';

/** A larger group would lock rows too long. */
const GROUP_SIZE = 50;

/** The limit for a row lock of another account's work. */
const GROUP_LOCK_TIMEOUT_MS = 200;

/** The interval of a member that met a lock and finds no spare connection to wait on. */
const RETRY_INTERVAL_MS = 500;

/** A member that waited this long behind another of its owner fails when that one times out. */
const LOCK_WAIT_TIMEOUT_MS = 10_000;

/** lock_not_available. */
const LOCKED = '55P03';

/** With query_canceled: the lock was not free in time. */
const LOCK_TIMED_OUT = new Set<string | undefined>([LOCKED, '57014']);

/** SQLSTATEs of a lost connection or server: the outcome of a COMMIT is unknown. After others it was rolled back. */
const UNKNOWN_OUTCOME = /^(08|57P|58|XX|40003)/;

interface Member {
  readonly owner: string;
  readonly serialKey: string | null;
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

interface Failure {
  readonly error: unknown;
  readonly isRolledBack: boolean;
}

/**
 * Commits small works of the same turn of the event loop in one transaction, and each member succeeds or is refused
 * separately. A group that meets another owner's lock is rolled back, and each member is retried alone; one member
 * per owner then waits on a connection.
 */
@Injectable({ scope: Scope.TRANSIENT })
export class GroupCommit {
  #queue: Member[] = [];
  readonly #slots = new Slots(CONCURRENT_GROUPS);
  #isScheduled = false;
  /** The members behind one that waits for a lock, by their owner. */
  readonly #blocked = new Map<string, Member[]>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly spare: SpareConnections,
  ) {
    spare.register();
  }

  /**
   * Runs `work`, which changes nothing but the database and throws a DomainError only before it has written: a
   * refusal after a write fails the whole group. After any other failure each member is retried alone, unless the
   * outcome is unknown.
   * @param owner usually an account; owners do not wait for each other
   * @param serialKey works with the same key never share a transaction; null: no key
   */
  run<T>(owner: string, serialKey: string | null, work: () => Promise<T>): Promise<T> {
    if (this.unitOfWork.isActive) return work();
    return new Promise<T>((resolve, reject) =>
      this.#enqueue([{ owner, serialKey, work, resolve, reject, since: performance.now() }]),
    );
  }

  #enqueue(members: readonly Member[]): void {
    for (const member of members) (this.#blocked.get(member.owner) ?? this.#queue).push(member);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#slots.isFree || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startGroup();
    });
  }

  #startGroup(): void {
    const keys = new Set<string | null>();
    const group: Member[] = [];
    const later: Member[] = [];
    for (const member of this.#queue) {
      const fits = group.length < GROUP_SIZE && (member.serialKey === null || !keys.has(member.serialKey));
      keys.add(member.serialKey);
      (fits ? group : later).push(member);
    }
    this.#queue = later;
    const free = this.#slots.occupy(() => this.#schedule());
    void this.#runGroup(group, free);
    this.#schedule();
  }

  async #runGroup(group: readonly Member[], free: () => void): Promise<void> {
    const failure = await this.#commit(group);
    free();
    if (failure === null) return;
    const [only] = group;
    if (failure.isRolledBack && group.length > 1) await Promise.all(group.map((one) => this.#runSingle(one)));
    else if (only && group.length === 1) await this.#onFailed(only, failure);
    else for (const { reject } of group) reject(failure.error);
  }

  async #commit(group: readonly Member[]): Promise<Failure | null> {
    const reached = { step: 'connecting' as 'connecting' | 'working' | 'committing' };
    try {
      const outcomes = await this.unitOfWork.run(async () => {
        reached.step = 'working';
        const settled = await Promise.allSettled(group.map((member) => this.#runMember(member)));
        for (const one of settled) {
          if (one.status === 'rejected' && !(one.reason instanceof DomainError)) throw one.reason;
        }
        reached.step = 'committing';
        return settled;
      }, GROUP_LOCK_TIMEOUT_MS);
      outcomes.forEach((outcome, at) => {
        if (outcome.status === 'fulfilled') group[at]?.resolve(outcome.value as never);
        else group[at]?.reject(outcome.reason);
      });
      return null;
    } catch (error) {
      const state = sqlState(error);
      const isRolledBack =
        reached.step === 'working' ||
        (reached.step === 'committing' && state !== undefined && !UNKNOWN_OUTCOME.test(state));
      return { error, isRolledBack };
    }
  }

  /** @throws Error for a refusal after a write: the group would commit half of what was refused */
  async #runMember({ work }: Member): Promise<unknown> {
    const { result, hasWritten } = this.unitOfWork.watchWrites(work);
    try {
      return await result;
    } catch (error) {
      if (error instanceof DomainError && hasWritten()) {
        throw new Error(`a member of a group commit was refused after it had written: ${error.code}`, {
          cause: error,
        });
      }
      throw error;
    }
  }

  async #runSingle(member: Member): Promise<void> {
    const { single } = this.spare;
    await single.acquire(1);
    const blocked = this.#blocked.get(member.owner);
    const failure = blocked ? null : await this.#commit([member]);
    single.release(1);
    if (blocked) blocked.push(member);
    else if (failure) await this.#onFailed(member, failure);
  }

  async #onFailed(member: Member, failure: Failure): Promise<void> {
    if (!isLocked(failure)) {
      member.reject(failure.error);
      return;
    }
    const behind = this.#blocked.get(member.owner);
    if (behind) {
      behind.push(member);
      return;
    }
    this.#blocked.set(member.owner, []);
    const timeout = await this.#waitForLock(member);
    const left = this.#blocked.get(member.owner) ?? [];
    this.#blocked.delete(member.owner);
    const isHopeless = (other: Member) => timeout !== null && hasWaitedLong(other);
    for (const other of left.filter(isHopeless)) other.reject(timeout);
    this.#enqueue(left.filter((other) => !isHopeless(other)));
  }

  async #waitForLock(member: Member): Promise<unknown> {
    const { single, lockWait } = this.spare;
    while (lockWait.tryAcquire(1) === 0) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
      await single.acquire(1);
      const failure = await this.#commit([member]);
      single.release(1);
      if (failure === null) return null;
      if (isLocked(failure) && !hasWaitedLong(member)) continue;
      member.reject(failure.error);
      return isLocked(failure) ? failure.error : null;
    }
    try {
      member.resolve((await this.unitOfWork.run(member.work)) as never);
      return null;
    } catch (error) {
      member.reject(error);
      return LOCK_TIMED_OUT.has(sqlState(error)) ? error : null;
    } finally {
      lockWait.release(1);
    }
  }
}

function isLocked({ error, isRolledBack }: Failure): boolean {
  return isRolledBack && sqlState(error) === LOCKED;
}

function hasWaitedLong({ since }: Member): boolean {
  return performance.now() - since > LOCK_WAIT_TIMEOUT_MS;
}
