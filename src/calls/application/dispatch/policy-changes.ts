import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines } from '../../../accounts';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { DueCallsRepository, type QueuePlace } from '../../infrastructure/due-calls.repository';

/** Waiting calls that one statement updates, which bounds how long their rows stay locked. */
const CALLS_PER_STEP = 1_000;

/** A change that is not applied after this time has lost its job; a sweep queues it again. */
const OVERDUE_MS = 10_000;

/** Applies a changed policy to the waiting calls that are on hold by a rule of the old policy. */
@Injectable()
export class PolicyChanges {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly dueCalls: DueCallsRepository,
  ) {}

  /** Makes the calls that are on hold by the old policy due now. Idempotent, and safe to run concurrently. */
  async apply(accountId: string): Promise<void> {
    const changedAt = await this.accounts.policyChangedAt(accountId);
    // Wait for a dispatch in progress, which may still put calls on hold by the old policy. The next one reads the new policy.
    await this.unitOfWork.run(() => this.lines.lock(accountId));
    const now = this.clock.now();
    for (let place: QueuePlace | null = { dueAt: now, id: '' }; place !== null;) {
      place = await this.dueCalls.makeDue(accountId, now, place, CALLS_PER_STEP);
    }
    if (changedAt !== null) await this.accounts.policyApplied(accountId, changedAt);
  }

  overdue(): Promise<string[]> {
    return this.accounts.policiesChangedBefore(new Date(this.clock.nowMs() - OVERDUE_MS));
  }
}
