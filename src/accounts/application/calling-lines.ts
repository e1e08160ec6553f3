import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { localDay } from '../../platform/kernel/zoned-time';
import type { CallingFacts, CallingPolicy, Hold } from '../domain/calling-policy';
import { type Dial, DialRepository } from '../infrastructure/dial.repository';
import { HoldRepository, type AccountHoldPeriod } from '../infrastructure/hold.repository';
import { LineWaitRepository } from '../infrastructure/line-wait.repository';
import { type LineKind, LineRepository, type LineState } from '../infrastructure/line.repository';

/** A worker that is silent for so long has lost its calls. */
const LEASE_MS = 15_000;

/** How many calls of a silent worker are taken over at once. */
const TAKE_OVER_AT_ONCE = 50;

/** Dials that take a line each. */
export interface TakeLines {
  readonly accountId: string;
  readonly kind: LineKind;
  readonly test: boolean;
  readonly policy: CallingPolicy;
  readonly at: Date;
  readonly dials: readonly Dial[];
}

/** What is known of a number before it is dialed. */
interface NumberFacts extends CallingFacts {
  /** A call to it, of whatever kind but a test call, is going on. */
  readonly inUse: boolean;
}

/** How an account stands under the lock of its line row. */
interface LockedStanding extends Omit<LineState, 'dialedToday'> {
  /** AI dials in the local day that a policy says it is. */
  readonly dialedToday: (policy: CallingPolicy) => Promise<number>;
}

/** Why an account as a whole is held, beside the rules of time. */
export type AccountHoldReason = Hold['rule'] | 'no_free_line' | 'insufficient_credits';

/**
 * The lines of all accounts: who uses them, what was dialed, and who of the workers answers for it. Lines are rows and
 * are counted; a number of an account has at most one call at a time, of whatever kind, by a unique index.
 */
@Injectable()
export class CallingLines {
  /** This process, as leases name it. */
  readonly worker = newId('req').replace('req', 'worker');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly lines: LineRepository,
    private readonly dials: DialRepository,
    private readonly holds: HoldRepository,
    private readonly waits: LineWaitRepository,
  ) {}

  /**
   * Locks the account's line row, the first of all locks, and tells how the account stands. What is judged under it is read
   * after it, the policy too: after a change of it the row is locked in turn. The clock is right after it, also on a host that
   * was suspended until just now: the database tells its time on the way.
   */
  async lock(accountId: string): Promise<LockedStanding> {
    const look = this.clock.look();
    const { dialed, localDay: day, told, ...state } = await this.lines.lock(accountId);
    look(told);
    return {
      ...state,
      dialedToday: async ({ timeZone }) => {
        // The lock may have been waited for over midnight.
        const today = localDay(this.clock.now(), timeZone);
        return day === today ? dialed : this.lines.dialedIn(accountId, today);
      },
    };
  }

  /** How the account stands and what is known of the numbers, without a lock: for what is shown. */
  async standing(accountId: string, policy: CallingPolicy, numbers: readonly string[]) {
    const [state, facts] = await Promise.all([
      this.read(accountId, policy),
      this.facts(accountId, policy, numbers),
    ]);
    return { state, facts: (number: string) => facts(number, state.dialedToday) };
  }

  /** How the account stands, without a lock. */
  read(accountId: string, policy: CallingPolicy): Promise<LineState> {
    return this.lines.read(accountId, localDay(this.clock.now(), policy.timeZone));
  }

  /** Takes lines and records the dials with the policy that let them go. The line row must be locked. */
  async take({ accountId, kind, test, policy, at, dials }: TakeLines): Promise<void> {
    const day = localDay(at, policy.timeZone);
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    await this.lines.take({ accountId, kind, test, worker: this.worker, leaseUntil, lines: dials });
    if (kind === 'ai' && !test) await this.lines.countDials(accountId, day, dials.length);
    await this.dials.record({ accountId, kind, test, localDay: day, at, policy, dials });
  }

  /** The call is over: its line is free. Twice is fine. */
  async free(callId: string, attempt: number, at: Date): Promise<void> {
    await Promise.all([this.lines.release(callId), this.dials.end(callId, attempt, at)]);
  }

  /** Refused before it rang: the line is free and the dial never counted. The line row must be locked. */
  async takeBack(accountId: string, callId: string, attempt: number, at: Date): Promise<void> {
    await this.lines.release(callId);
    const day = await this.dials.takeBack(callId, attempt, at);
    if (day !== null) await this.lines.takeBackDial(accountId, day);
  }

  /**
   * What the policy counts for each of the numbers, and whether a call to it is going on; with what the account has dialed
   * today, which whoever asks has read.
   */
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
        inUse: known?.inUse ?? false,
      };
    };
  }

  /** A human call waits from now on: "the next free line goes to a waiting human call first". */
  wait(accountId: string, callId: string): Promise<void> {
    return this.waits.add(accountId, callId);
  }

  /** Of the human calls that wait these need nothing but a line. Returns how many are so, or not so, only now. */
  setReady(accountId: string, ready: readonly string[]): Promise<number> {
    return this.waits.setReady(accountId, ready);
  }

  /** Human calls that wait no more: dialed, or over. */
  endWaits(callIds: readonly string[]): Promise<void> {
    return this.waits.remove(callIds);
  }

  numbersInUse(accountId: string, numbers: readonly string[]): Promise<Set<string>> {
    return this.lines.numbersInUse(accountId, numbers);
  }

  /** Nothing of the account can go before `until`; from when, and why, stands in its calls' timelines. */
  async hold(
    accountId: string,
    reason: AccountHoldReason,
    until: Date,
    shownUntil: Date | null,
  ): Promise<void> {
    await this.lines.holdUntil(accountId, until);
    await this.holds.open(accountId, reason, this.clock.now(), shownUntil);
  }

  /** Lets the account's calls be looked at again; they are judged anew. */
  async letGo(accountId: string): Promise<void> {
    await this.lines.letGo(accountId);
  }

  /** Nothing holds the account as a whole any more. */
  async endHold(accountId: string, at: Date): Promise<void> {
    await this.lines.holdUntil(accountId, null);
    await this.holds.close(accountId, at);
  }

  /** When the account was held as a whole between two instants. */
  holdPeriods(accountId: string, from: Date, to: Date): Promise<AccountHoldPeriod[]> {
    return this.holds.between(accountId, from, to);
  }

  /** Removes holds that ended before an instant, at most `limit`. Returns how many there were. */
  forgetHolds(before: Date, limit: number): Promise<number> {
    return this.holds.forget(before, limit);
  }

  /** Prolongs this worker's leases; returns the calls that are still its own. */
  renewLeases(callIds: readonly string[]): Promise<string[]> {
    return this.lines.renew(this.worker, callIds, this.#leaseEnd());
  }

  /**
   * Whether a dial of this worker, taken at that instant, is surely still its own. Not so for one that hung (a host that
   * was suspended) between the commit and the order to the carrier: by now another has decided about the call. The latest
   * time that it may be counts, as no look at the database's clock may have come since.
   */
  isSurelyOwn(takenAt: Date): boolean {
    return this.clock.latestMs() < takenAt.getTime() + LEASE_MS;
  }

  /** Every lease is over: whoever held one is dead. For a process that is alone on its database, when it starts. */
  endAllLeases(): Promise<void> {
    return this.lines.endAllLeases(this.clock.now());
  }

  /** Takes over calls of one kind whose worker fell silent. */
  takeOverSilent(kind: LineKind): Promise<string[]> {
    return this.unitOfWork.run(() =>
      this.lines.takeOver(kind, this.worker, this.clock.now(), this.#leaseEnd(), TAKE_OVER_AT_ONCE),
    );
  }

  #leaseEnd(): Date {
    return new Date(this.clock.nowMs() + LEASE_MS);
  }
}
