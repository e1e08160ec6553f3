import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../../accounts';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { OutboxNotifier } from '../../../platform/events/outbox-notifier';
import { RECHECK_INTERVAL_MS } from './dial-eligibility';

/** Exceeds the difference between the clocks of two processes: an account hold that ended here has ended there. */
const CLOCK_SKEW_MS = 1_000;

/** Account holds, as a round of dispatch sets and ends them. The account's line row is locked. */
@Injectable()
export class AccountHolds {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly lines: CallingLines,
    private readonly notifier: OutboxNotifier,
  ) {}

  /** Puts the account on hold until `until`, and for 30 s at most: the reason may end without a wake-up. */
  async set(
    accountId: string,
    reason: Parameters<CallingLines['setAccountHold']>[1],
    until: Date | null,
  ): Promise<void> {
    const recheckAt = new Date(this.clock.nowMs() + RECHECK_INTERVAL_MS);
    await this.lines.setAccountHold(accountId, reason, until && until < recheckAt ? until : recheckAt, until);
  }

  /** The calls wait for a trunk: the account is looked at as soon as one is free. `reason` is the whole sentence. */
  async setForTrunk(accountId: string, reason: `${string}.`): Promise<void> {
    const past = new Date(this.clock.nowMs() - CLOCK_SKEW_MS);
    await this.lines.setAccountHold(accountId, reason, past, null);
  }

  /** The account's hold may have ended: the processes that dial over trunks check it now. */
  async wakeTrunkQueues(accountId: string): Promise<void> {
    await this.lines.recheckNow(accountId);
    this.unitOfWork.afterCommit(() => this.notifier.notify());
  }

  async end(accountId: string): Promise<void> {
    await this.lines.endAccountHold(accountId, this.clock.now());
  }
}
