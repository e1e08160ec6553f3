import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Attempted and never delivered. A test is never sent by the schedule. */
const FAILED = `attempts > 0 AND state <> 'delivered' AND type <> 'webhook.test'`;

/** Those of them for which no attempt is due already. */
const NOT_DUE = `(state <> 'pending' OR next_attempt_at > $2)`;

/** What is to become due. */
export interface Redelivery {
  readonly accountId: string;
  /** Of events made at or after this instant. */
  readonly since: Date;
  readonly now: Date;
  readonly limit: number;
  /** How often the schedule tries again before it gives an event up. */
  readonly retries: number;
}

/** Events in `webhook_events` that were attempted and never delivered. */
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
   * Makes at most `limit` failed events due, those longest without a request first: repeated requests reach each
   * event once, even when attempts fail in between. A dropped event gets one attempt; a pending one is tried now
   * instead of later, with the same number of attempts left.
   */
  async makeDue({ accountId, since, now, limit, retries }: Redelivery) {
    const ids = await this.unitOfWork.rowsPlannedAnew<{ id: string }>(
      `SELECT id FROM webhook_events WHERE account_id = $1 AND created_at >= $3 AND ${FAILED} AND ${NOT_DUE}
         AND body <> ''
       ORDER BY redelivered_at NULLS FIRST, created_at, id LIMIT $4`,
      [accountId, now, since, limit + 1],
    );
    const events = await this.unitOfWork.affected(
      `WITH failed AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND id = ANY ($3) AND ${FAILED} AND ${NOT_DUE}
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
