import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { localDay } from '../../platform/kernel/zoned-time';
import type { CallHold, CallingFacts } from '../domain/call-hold';
import type { CallingPolicy } from '../domain/calling-policy';
import { DialRepository, type DialRecord } from '../infrastructure/dial.repository';
import { AccountHoldRepository, type AccountHoldPeriod } from '../infrastructure/hold.repository';
import { LineWaitRepository } from '../infrastructure/line-wait.repository';
import { type LineKind, LineRepository, type LineState } from '../infrastructure/line.repository';

/** A worker that does not renew its leases for this time is presumed dead. */
const LEASE_MS = 15_000;

const RECOVERY_BATCH_SIZE = 50;

/** An inbound call is an AI call. */
const KINDS: Readonly<Record<'ai' | 'human', readonly LineKind[]>> = {
  ai: ['ai', 'inbound'],
  human: ['human'],
};

interface NumberFacts extends CallingFacts {
  /** Ids of the calls to the number that are in progress; test calls do not count. */
  readonly inProgress: readonly string[];
}

/** Read under the lock of the account's line row. */
export interface LockedStanding extends Omit<LineState, 'dialedToday'> {
  readonly dialedToday: (policy: CallingPolicy) => Promise<number>;
}

/** A time rule, no free line, no credits, or a sentence about the trunks. */
export type AccountHoldReason = CallHold['rule'] | 'no_free_line' | 'insufficient_credits' | `${string}.`;

/**
 * Manages lines and their leases. Lines are counted rows (R21); a number of an account has one call at a time (R22).
 */
@Injectable()
export class CallingLines {
  /** Identifies this process in leases. */
  readonly worker = newId('worker');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly lines: LineRepository,
    private readonly dials: DialRepository,
    private readonly accountHolds: AccountHoldRepository,
    private readonly waits: LineWaitRepository,
  ) {}

  /**
   * Locks the account's line row, the first lock in the lock order; policy changes use it, too, so read all inputs of
   * the decision after it. The row carries the database's time, which corrects a suspended host's clock.
   */
  async lock(accountId: string): Promise<LockedStanding> {
    const finishReading = this.clock.startReading();
    const { dialed, localDay: day, databaseTime, ...state } = await this.lines.lock(accountId);
    finishReading(databaseTime);
    return {
      ...state,
      dialedToday: async ({ timeZone }) => {
        // Midnight may have passed during the wait for the lock.
        const today = localDay(this.clock.now(), timeZone);
        return day === today ? dialed : this.lines.dialedIn(accountId, today);
      },
    };
  }

  async standing(accountId: string, policy: CallingPolicy, numbers: readonly string[]) {
    const [state, facts] = await Promise.all([
      this.read(accountId, policy),
      this.facts(accountId, policy, numbers),
    ]);
    return { state, facts: (number: string) => facts(number, state.dialedToday) };
  }

  read(accountId: string, policy: CallingPolicy): Promise<LineState> {
    return this.lines.read(accountId, localDay(this.clock.now(), policy.timeZone));
  }

  /** Records the dials with the current policy. The line row must be locked. */
  async occupy(record: DialRecord): Promise<void> {
    const { accountId, kind, test, at, dials } = record;
    const day = localDay(at, record.policy.timeZone);
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    await this.lines.occupy({ accountId, kind, test, worker: this.worker, leaseUntil, lines: dials });
    if (kind === 'ai' && !test) await this.lines.countDials(accountId, day, dials.length);
    await this.dials.record({ ...record, localDay: day });
  }

  /** Records an inbound call that was refused: a dial without a line, which has ended. */
  async turnAway(record: Omit<DialRecord, 'kind'>): Promise<void> {
    const { at, policy } = record;
    const day = localDay(at, policy.timeZone);
    await this.dials.record({ ...record, kind: 'inbound', localDay: day, endedAt: at });
  }

  async free(callId: string, attempt: number, at: Date): Promise<void> {
    await Promise.all([this.lines.release(callId), this.dials.end(callId, attempt, at)]);
  }

  /** Uncounts a dial that was refused before it rang (R23). The line row must be locked. */
  async undoDial(accountId: string, callId: string, attempt: number, at: Date): Promise<void> {
    await this.lines.release(callId);
    const day = await this.dials.uncount(callId, attempt, at);
    if (day !== null) await this.lines.uncountDial(accountId, day);
  }

  async facts(
    accountId: string,
    policy: CallingPolicy,
    numbers: readonly string[],
  ): Promise<(number: string, accountToday: number) => NumberFacts> {
    const history = await this.dials.history(accountId, numbers, localDay(this.clock.now(), policy.timeZone));
    return (number, accountToday) => {
      const known = history.get(number);
      return {
        lastEndedAt: known?.lastEndedAt ?? null,
        numberToday: known?.today ?? 0,
        accountToday,
        inProgress: known?.inProgress ?? [],
      };
    };
  }

  /** Queues a human call. A ready one, which waits for nothing else, has precedence for the next free line (R21). */
  wait(accountId: string, callId: string, ready: boolean): Promise<void> {
    return this.waits.add(accountId, callId, ready);
  }

  setReady(accountId: string, ready: readonly string[]): Promise<number> {
    return this.waits.setReady(accountId, ready);
  }

  endWaits(callIds: readonly string[]): Promise<void> {
    return this.waits.remove(callIds);
  }

  numbersInUse(accountId: string, numbers: readonly string[]): Promise<Set<string>> {
    return this.lines.numbersInUse(accountId, numbers);
  }

  countAll() {
    return this.lines.countAll();
  }

  /** The calls' timelines show period and reason. */
  async setAccountHold(
    accountId: string,
    reason: AccountHoldReason,
    until: Date,
    shownUntil: Date | null,
  ): Promise<void> {
    await this.lines.setHoldUntil(accountId, until);
    await this.accountHolds.open(accountId, reason, this.clock.now(), shownUntil);
  }

  /** Does not end the account hold in the calls' timelines. */
  async recheckNow(accountId: string): Promise<void> {
    await this.lines.recheckNow(accountId);
  }

  async endAccountHold(accountId: string, at: Date): Promise<void> {
    await this.lines.setHoldUntil(accountId, null);
    await this.accountHolds.close(accountId, at);
  }

  holdPeriods(accountId: string, from: Date, to: Date): Promise<AccountHoldPeriod[]> {
    return this.accountHolds.between(accountId, from, to);
  }

  forgetAccountHolds(before: Date, limit: number): Promise<number> {
    return this.accountHolds.forget(before, limit);
  }

  renewLeases(callIds: readonly string[]): Promise<string[]> {
    return this.lines.renew(this.worker, callIds, this.#leaseEnd());
  }

  /** False when another worker may have recovered the call, on a host suspended after the commit. */
  isSurelyOwn(occupiedAt: Date): boolean {
    return this.clock.latestMs() < occupiedAt.getTime() + LEASE_MS;
  }

  /** Ends all leases, at the start of a process that is alone on its database: all other workers are dead. */
  endAllLeases(): Promise<void> {
    return this.lines.endAllLeases(this.clock.now());
  }

  endLease(callId: string): Promise<void> {
    return this.lines.endLease(this.worker, callId, this.clock.now());
  }

  /** Claims calls whose leases had expired by then, for this process. */
  recoverExpired(calls: 'ai' | 'human', expiredBefore: Date): Promise<string[]> {
    return this.unitOfWork.run(() =>
      this.lines.claimExpired(
        KINDS[calls],
        this.worker,
        expiredBefore,
        this.#leaseEnd(),
        RECOVERY_BATCH_SIZE,
      ),
    );
  }

  #leaseEnd(): Date {
    return new Date(this.clock.nowMs() + LEASE_MS);
  }
}
