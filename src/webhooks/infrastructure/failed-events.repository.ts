import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { FORGOTTEN } from './event.repository';

/** The schedule never sends a test. */
const FAILED = `attempts > 0 AND state <> 'delivered' AND type <> 'webhook.test'`;

/** Excludes erased events, and those with an attempt that is already due. */
const REDELIVERABLE = `${FAILED} AND body <> '${FORGOTTEN}' AND (state <> 'pending' OR next_attempt_at > $2)`;

export interface Redelivery {
  readonly accountId: string;
  readonly since: Date;
  readonly now: Date;
  readonly limit: number;
  readonly retries: number;
}

/** Reads and redelivers events that were attempted and never delivered. */
@Injectable()
export class FailedEventsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async count(accountId: string, since: Date): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::integer AS count FROM webhook_events WHERE account_id = $1 AND created_at >= $2 AND ${FAILED}`,
      [accountId, since],
    );
    return row?.count ?? 0;
  }

  /**
   * Longest without a request first: repeated requests reach each event once. A dropped event gets one attempt; a
   * pending one is tried now, with the same number of attempts left.
   */
  async makeDue({ accountId, since, now, limit, retries }: Redelivery) {
    const ids = await this.unitOfWork.rowsPlannedAnew<{ id: string }>(
      `SELECT id FROM webhook_events WHERE account_id = $1 AND created_at >= $3 AND ${REDELIVERABLE}
       ORDER BY redelivered_at NULLS FIRST, created_at, id LIMIT $4`,
      [accountId, now, since, limit + 1],
    );
    const events = await this.unitOfWork.affected(
      `WITH failed AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND id = ANY ($3) AND ${REDELIVERABLE}
         ORDER BY id FOR UPDATE)
       UPDATE webhook_events AS e SET state = 'pending', next_attempt_at = $2, lease_until = NULL, redelivered_at = $2,
         scheduled_attempts = CASE e.state WHEN 'pending' THEN greatest(e.scheduled_attempts - 1, 0)
           ELSE greatest(e.scheduled_attempts, $4) END
       FROM failed WHERE e.id = failed.id`,
      [accountId, now, ids.slice(0, limit).map(({ id }) => id), retries],
    );
    return { events, more: ids.length > limit };
  }
}
