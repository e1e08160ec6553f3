import { Injectable } from '@nestjs/common';
import { BatchWriter } from '../../platform/database/batch-loader';
import { newestFirst } from '../../platform/database/newest-first';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Delivery, DeliveryHistory, NewDelivery } from '../domain/delivery';

export interface DeliveryFilter {
  readonly eventId?: string | undefined;
  readonly callId?: string | undefined;
  readonly delivered?: boolean | undefined;
}

const CONDITIONS: Readonly<Record<keyof DeliveryFilter, string>> = {
  eventId: 't.event_id = $',
  callId: 't.call_id = $',
  delivered: 't.delivered = $',
};

/** `nextAttemptAt` only while valid: an event ended by DELETE or a redelivery gets no further attempt. */
const SHOWN = `id, account_id AS "accountId", event_id AS "eventId", type, call_id AS "callId", attempt,
  status_code AS "statusCode", delivered, error, duration_ms AS "durationMs", at,
  CASE WHEN
    EXISTS (SELECT FROM webhook_events e WHERE e.id = t.event_id AND e.state = 'pending')
    OR (EXISTS (SELECT FROM webhook_deliveries l WHERE l.event_id = t.event_id AND l.at >= t.next_attempt_at)
      AND NOT EXISTS (SELECT FROM webhook_deliveries d
        WHERE d.event_id = t.event_id AND d.delivered AND d.at < t.next_attempt_at))
  THEN t.next_attempt_at END AS "nextAttemptAt"`;

const READ = `SELECT ${SHOWN} FROM webhook_deliveries AS t`;

@Injectable()
export class DeliveryRepository {
  readonly #inserted: BatchWriter<NewDelivery>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#inserted = new BatchWriter(unitOfWork, (deliveries) => this.#insert(deliveries));
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM webhook_deliveries WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  forgetOf(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      'DELETE FROM webhook_deliveries WHERE account_id = $1 AND call_id = ANY ($2)',
      [accountId, callIds],
    );
  }

  insert(deliveries: readonly NewDelivery[]): Promise<void> {
    return this.#inserted.add(deliveries);
  }

  async #insert(deliveries: readonly NewDelivery[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO webhook_deliveries (id, account_id, event_id, type, call_id, attempt, status_code, delivered, error,
         duration_ms, at, next_attempt_at, url, answer_start)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[],
         $8::boolean[], $9::text[], $10::integer[], $11::timestamptz[], $12::timestamptz[], $13::text[], $14::text[])`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ accountId }) => accountId),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ type }) => type),
        deliveries.map(({ callId }) => callId),
        deliveries.map(({ attempt }) => attempt),
        deliveries.map(({ statusCode }) => statusCode),
        deliveries.map(({ delivered }) => delivered),
        deliveries.map(({ error }) => error),
        deliveries.map(({ durationMs }) => durationMs),
        deliveries.map(({ at }) => at),
        deliveries.map(({ nextAttemptAt }) => nextAttemptAt),
        deliveries.map(({ url }) => url),
        deliveries.map(({ answerStart }) => answerStart),
      ],
    );
  }

  find(accountId: string, id: string): Promise<Delivery | null> {
    const sql = `${READ} WHERE t.account_id = $1 AND t.id = $2`;
    return this.unitOfWork.row<Delivery>(sql, [accountId, id]);
  }

  story(accountId: string, id: string): Promise<DeliveryHistory | null> {
    return this.unitOfWork.row<DeliveryHistory>(
      `SELECT ${SHOWN}, t.url, t.answer_start AS "answerStart",
         (SELECT nullif(e.body, '') FROM webhook_events e WHERE e.id = t.event_id) AS body
       FROM webhook_deliveries AS t WHERE t.account_id = $1 AND t.id = $2`,
      [accountId, id],
    );
  }

  /** Both counts are index scans, however many attempts there are. */
  async countSince(
    accountId: string,
    since: Date,
  ): Promise<{ readonly attempts: number; readonly failed: number }> {
    const counts = await this.unitOfWork.row<{ attempts: number; failed: number }>(
      `SELECT
         (SELECT count(*)::integer FROM webhook_deliveries WHERE account_id = $1 AND at >= $2) AS attempts,
         (SELECT count(*)::integer FROM webhook_deliveries WHERE account_id = $1 AND at >= $2 AND NOT delivered) AS failed`,
      [accountId, since],
    );
    return counts ?? { attempts: 0, failed: 0 };
  }

  async list(
    accountId: string,
    filter: DeliveryFilter,
    limit: number,
    after: string | undefined,
  ): Promise<Delivery[]> {
    const { sql, parameters } = newestFirst({
      table: 'webhook_deliveries',
      accountId,
      conditions: CONDITIONS,
      filter,
      time: 'at',
      limit,
      after,
    });
    return this.unitOfWork.rowsPlannedAnew<Delivery>(`${READ} ${sql}`, parameters);
  }
}
