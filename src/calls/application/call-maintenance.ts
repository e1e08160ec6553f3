import { Injectable } from '@nestjs/common';
import { DoNotCallList } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { CallRepository } from '../infrastructure/call.repository';
import { CallRowRepository } from '../infrastructure/call-row.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { CallFinisher } from './call-finisher';
import { HOUR_MS } from '../../platform/kernel/time/durations';

const BATCH_SIZE = 100;
/** Calls that get their label at once: a million in three hours. */
const LABELS = 1_000;

/** Only recent do-not-call entries are checked here; a call to an older entry fails when it is due. */
const RECENTLY_LISTED_MS = HOUR_MS;

@Injectable()
export class CallMaintenance {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly rows: CallRowRepository,
    private readonly due: DueCallsRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /** Expires waiting calls that were not dialed in time (R11). */
  async expire(): Promise<void> {
    for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
      // No transaction around the search: it runs every second and rarely finds anything. The lock rechecks the status.
      const ids = await this.due.findExpired(this.clock.now(), BATCH_SIZE);
      if (ids.length === 0) return;
      found = await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockQueued(ids);
        for (const call of calls) call.expire(this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  /** Labels calls from before labels were stored with them. */
  async fillLabels(): Promise<void> {
    await this.rows.fillDispositions(LABELS);
  }

  /** Fails waiting calls to listed numbers now, not when they become due (R27). */
  async giveUpListed(accountId: string): Promise<void> {
    for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
      found = await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const listedAfter = new Date(now.getTime() - RECENTLY_LISTED_MS);
        const calls = await this.calls.lockListed(accountId, listedAfter, BATCH_SIZE);
        for (const call of calls) call.failUndialable(DoNotCallList.REASON, now);
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }
}
