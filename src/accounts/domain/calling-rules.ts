import { type AccountState, TEST_LINES } from './account';
import {
  accountHold,
  callHold,
  type CallHold,
  type CallingFacts,
  NEVER,
  scheduledCallHold,
} from './call-hold';
import { nextOpening } from './calling-hours';
import type { CallingPolicy } from './calling-policy';
import { localDay } from '../../platform/kernel/zoned-time';
import { finishEstimate, type Workload } from './finish-estimate';

/** The sum over an account's enabled trunks. */
interface TrunkCapacity {
  readonly channels: number;
  readonly callsPerSecond: number;
}

const UNLIMITED: TrunkCapacity = { channels: Infinity, callsPerSecond: Infinity };

/** Applies an account's policy to its calls; `call-hold.ts` has the rules of hours, gap and limits. */
export class CallingRules {
  constructor(readonly policy: CallingPolicy) {}

  static of(account: AccountState): CallingRules {
    const { opensAtMinute: from, closesAtMinute: to } = account;
    return new CallingRules({
      timeZone: account.timezone,
      lines: account.lines,
      hours: from === null || to === null ? null : { from, to },
      recallGapSeconds: account.recallGapSeconds,
      dailyPerNumber: account.dailyPerNumber,
      dailyLimit: account.dailyLimit,
      queueSeconds: account.queueSeconds,
    });
  }

  get timeZone(): string {
    return this.policy.timeZone;
  }

  localDay(at: Date): string {
    return localDay(at, this.policy.timeZone);
  }

  lines(test: boolean): number {
    return test ? TEST_LINES : this.policy.lines;
  }

  callHold(facts: CallingFacts, now: Date, scheduledFor: Date | null, test: boolean): CallHold | null {
    return test ? scheduledCallHold(now, scheduledFor) : callHold(this.policy, facts, now, scheduledFor);
  }

  accountHold(accountToday: number, now: Date): CallHold | null {
    return accountHold(this.policy, accountToday, now);
  }

  /** The first instant from `at` on within calling hours; test calls have none. */
  opening(at: Date, test: boolean): Date {
    return test ? at : nextOpening(this.policy, at);
  }

  isOpen(at: Date): boolean {
    return nextOpening(this.policy, at).getTime() === at.getTime();
  }

  /** @param trunks null: calls go over none */
  finishEstimate(
    work: Pick<Workload, 'calls' | 'lineSeconds' | 'dialedToday'>,
    from: Date,
    test: boolean,
    trunks: TrunkCapacity | null,
  ): Date | null {
    const unlimited = { hours: null, dailyLimit: Infinity, dailyPerNumber: Infinity };
    const policy = test ? { ...this.policy, ...unlimited } : this.policy;
    const { channels, callsPerSecond } = trunks ?? UNLIMITED;
    const lines = Math.min(this.lines(test), channels);
    return finishEstimate(policy, { ...work, lines, callsPerSecond }, from);
  }

  /** Only a policy change can end the wait: a limit of 0. */
  static isEndless({ until }: CallHold): boolean {
    return until >= NEVER;
  }

  expiry(queuedFrom: Date): Date {
    return new Date(queuedFrom.getTime() + this.policy.queueSeconds * 1_000);
  }
}
