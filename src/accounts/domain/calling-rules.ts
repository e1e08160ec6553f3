import { type AccountState, TEST_LINES } from './account';
import {
  accountHold,
  nextOpening,
  callHold,
  type CallingFacts,
  type CallingPolicy,
  type Hold,
  NEVER,
  scheduleHold,
} from './calling-policy';
import { finishEstimate, type Workload } from './finish-estimate';

/** An account's policy, ready to judge its calls. */
export class CallingRules {
  constructor(readonly policy: CallingPolicy) {}

  static of(account: AccountState): CallingRules {
    const { hoursFrom: from, hoursTo: to } = account;
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

  /** How many calls may dial or talk at once; test calls have lines of their own. */
  lines(test: boolean): number {
    return test ? TEST_LINES : this.policy.lines;
  }

  /** What holds one call, or null. Test calls know no rule but their schedule. */
  callHold(facts: CallingFacts, now: Date, scheduledFor: Date | null, test: boolean): Hold | null {
    return test ? scheduleHold(now, scheduledFor) : callHold(this.policy, facts, now, scheduledFor);
  }

  /** What holds all calls of the account alike, or null. */
  accountHold(accountToday: number, now: Date): Hold | null {
    return accountHold(this.policy, accountToday, now);
  }

  /** Whether calling is allowed at an instant by the hours alone. */
  isOpen(at: Date): boolean {
    return nextOpening(this.policy, at).getTime() === at.getTime();
  }

  /** When a number of calls will be through; null when they never will. */
  finishEstimate(
    work: Pick<Workload, 'calls' | 'lineSeconds' | 'dialedToday'>,
    from: Date,
    test: boolean,
  ): Date | null {
    const policy = test ? { ...this.policy, hours: null, dailyLimit: Infinity } : this.policy;
    return finishEstimate(policy, { ...work, lines: this.lines(test) }, from);
  }

  /** Whether a hold ends only when the operator changes the policy: a limit of 0. */
  static isEndless({ until }: Hold): boolean {
    return until >= NEVER;
  }

  /** When a call that was queued from an instant on has waited too long. */
  expiry(queuedFrom: Date): Date {
    return new Date(queuedFrom.getTime() + this.policy.queueSeconds * 1_000);
  }
}
