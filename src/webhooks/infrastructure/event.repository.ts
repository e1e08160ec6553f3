import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EventType } from '../domain/webhook-event';

/** An event whose body is rendered once (R80). */
export interface NewEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly callId: string | null;
  readonly body: string;
  readonly createdAt: Date;
  readonly state: 'pending' | 'kept';
  readonly nextAttemptAt: Date | null;
}

export type EventToSend = Pick<NewEvent, 'id' | 'accountId' | 'type' | 'callId' | 'body'>;

/** Replaces a cleared body; the row records that there was one. */
export const FORGOTTEN = '';

export const TO_SEND = 'id, account_id AS "accountId", type, call_id AS "callId", body';

@Injectable()
export class EventRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(events: readonly NewEvent[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO webhook_events
         (id, account_id, type, call_id, body, created_at, state, next_attempt_at, attempts, scheduled_attempts)
       SELECT e.*, 0, 0
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[],
         $8::timestamptz[]) AS e`,
      [
        events.map(({ id }) => id),
        events.map(({ accountId }) => accountId),
        events.map(({ type }) => type),
        events.map(({ callId }) => callId),
        events.map(({ body }) => body),
        events.map(({ createdAt }) => createdAt),
        events.map(({ state }) => state),
        events.map(({ nextAttemptAt }) => nextAttemptAt),
      ],
    );
  }

  find(accountId: string, id: string): Promise<EventToSend | null> {
    return this.unitOfWork.row<EventToSend>(
      `SELECT ${TO_SEND} FROM webhook_events WHERE account_id = $1 AND id = $2 AND body <> '${FORGOTTEN}'`,
      [accountId, id],
    );
  }

  async dropPending(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      `WITH pending AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE)
       UPDATE webhook_events AS e SET state = 'dropped', next_attempt_at = NULL FROM pending WHERE e.id = pending.id`,
      [accountId],
    );
  }

  dropOf(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `WITH pending AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND call_id = ANY ($2) AND state = 'pending'
         ORDER BY id FOR UPDATE)
       UPDATE webhook_events AS e SET state = 'dropped', next_attempt_at = NULL FROM pending WHERE e.id = pending.id`,
      [accountId, callIds],
    );
  }

  emptyOf(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE webhook_events SET body = '${FORGOTTEN}'
       WHERE account_id = $1 AND call_id = ANY ($2) AND body <> '${FORGOTTEN}'`,
      [accountId, callIds],
    );
  }

  /** Clears the bodies of old events without a scheduled delivery. Returns the number of cleared bodies. */
  emptyOld(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE webhook_events SET body = '${FORGOTTEN}' WHERE id = ANY (ARRAY (
         SELECT id FROM webhook_events WHERE body <> '${FORGOTTEN}' AND created_at < $1 AND state <> 'pending'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  /** After their attempts were removed. They belong to no call. */
  removeOldTests(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM webhook_events WHERE id = ANY (ARRAY (
         SELECT id FROM webhook_events e WHERE call_id IS NULL AND created_at < $1
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }
}
