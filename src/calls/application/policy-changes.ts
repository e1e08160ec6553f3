import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { DueCallsRepository, type QueuePlace } from '../infrastructure/due-calls.repository';

/** Waiting calls that one statement looks at: their locks are held for its time alone. */
const CALLS_PER_STEP = 1_000;

/** A change that is not applied after so long has lost its job. Then a sweep reminds of it. */
const OVERDUE_MS = 10_000;

/** A changed policy: calls that a rule of the old one holds are judged again, by the new one. */
@Injectable()
export class PolicyChanges {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly dueCalls: DueCallsRepository,
  ) {}

  /** Makes what the account's old policy held due now. Safe to repeat and to run twice at once. */
  async apply(accountId: string): Promise<void> {
    const changedAt = await this.accounts.policyChangedAt(accountId);
    // A dispatch under way may still hold calls by the old policy. From here on it has, and the next reads the new one.
    await this.unitOfWork.run(() => this.lines.lock(accountId));
    const now = this.clock.now();
    for (let place: QueuePlace | null = { dueAt: now, id: '' }; place !== null;) {
      place = await this.dueCalls.makeHeldDue(accountId, now, place, CALLS_PER_STEP);
    }
    if (changedAt !== null) await this.accounts.policyApplied(accountId, changedAt);
  }

  /** Accounts whose change of policy was never applied: its job was lost with the queue. */
  overdue(): Promise<string[]> {
    return this.accounts.policiesChangedBefore(new Date(this.clock.nowMs() - OVERDUE_MS));
  }
}
