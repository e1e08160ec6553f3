import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EventProgress, EventType } from '../domain/webhook-event';

/** An event as it is made: its body is rendered once and never again. */
export interface NewEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly callId: string | null;
  /** The text that every attempt sends. */
  readonly body: string;
  readonly createdAt: Date;
  readonly state: 'pending' | 'kept';
  readonly nextAttemptAt: Date | null;
}

/** What an attempt needs of an event. */
export type EventToSend = Pick<NewEvent, 'id' | 'accountId' | 'type' | 'callId' | 'body'>;

/** An event with its progress, under a lock. */
export interface StoredProgress extends EventProgress {
  readonly id: string;
}

/** How much waits, for the metrics. */
export interface Backlog {
  readonly pending: number;
  readonly oldest: Date | null;
}

/** The body of an event of which only the row is left: it says that there was one. */
const FORGOTTEN = '';

const TO_SEND = 'id, account_id AS "accountId", type, call_id AS "callId", body';
const PROGRESS =
  'id, state, attempts, scheduled_attempts AS "scheduledAttempts", next_attempt_at AS "nextAttemptAt", lease_until AS "leaseUntil"';

/** Rows of `webhook_events`: whole sets at once. */
@Injectable()
export class EventRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(events: readonly NewEvent[]): Promise<void> {
    await this.unitOfWork.write(
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

  /**
   * Takes due events of an account, the longest due first, in one statement: whoever else asks meanwhile gets others. An
   * event whose lease ran out is due again.
   */
  async claim(accountId: string, now: Date, leaseUntil: Date, limit: number): Promise<EventToSend[]> {
    return this.unitOfWork.rows<EventToSend>(
      `UPDATE webhook_events SET lease_until = $3
       WHERE account_id = $1 AND id = ANY (ARRAY (
         SELECT id FROM webhook_events
         WHERE account_id = $1 AND state = 'pending' AND next_attempt_at <= $2
           AND (lease_until IS NULL OR lease_until <= $2)
         ORDER BY next_attempt_at, id LIMIT $4 FOR UPDATE SKIP LOCKED))
       RETURNING ${TO_SEND}`,
      [accountId, now, leaseUntil, limit],
    );
  }

  /** An event that can be sent: not one whose body was forgotten. */
  async find(accountId: string, id: string): Promise<EventToSend | null> {
    const row = await this.unitOfWork.row<EventToSend>(
      `SELECT ${TO_SEND} FROM webhook_events WHERE account_id = $1 AND id = $2 AND body <> '${FORGOTTEN}'`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Locks events of an account until the end of the transaction, in the order of their ids. */
  async lock(accountId: string, ids: readonly string[]): Promise<StoredProgress[]> {
    return this.unitOfWork.rows<StoredProgress>(
      `SELECT ${PROGRESS} FROM webhook_events WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`,
      [accountId, ids],
    );
  }

  /** Stores the progress of events that were read under a lock. */
  async update(accountId: string, events: readonly StoredProgress[]): Promise<void> {
    await this.unitOfWork.write(
      `UPDATE webhook_events AS e SET state = n.state, attempts = n.attempts, scheduled_attempts = n.scheduled,
         next_attempt_at = n.next, lease_until = n.lease
       FROM unnest($2::text[], $3::text[], $4::integer[], $5::integer[], $6::timestamptz[], $7::timestamptz[])
         AS n (id, state, attempts, scheduled, next, lease)
       WHERE e.account_id = $1 AND e.id = n.id`,
      [
        accountId,
        events.map(({ id }) => id),
        events.map(({ state }) => state),
        events.map(({ attempts }) => attempts),
        events.map(({ scheduledAttempts }) => scheduledAttempts),
        events.map(({ nextAttemptAt }) => nextAttemptAt),
        events.map(({ leaseUntil }) => leaseUntil),
      ],
    );
  }

  /** Drops what is pending: "DELETE: what was pending is dropped". */
  async dropPending(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      `WITH pending AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE)
       UPDATE webhook_events AS e SET state = 'dropped', next_attempt_at = NULL FROM pending WHERE e.id = pending.id`,
      [accountId],
    );
  }

  /** Drops what is pending of the calls: it is never sent. Returns how many. */
  dropOf(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `WITH pending AS MATERIALIZED (
         SELECT id FROM webhook_events WHERE account_id = $1 AND call_id = ANY ($2) AND state = 'pending'
         ORDER BY id FOR UPDATE)
       UPDATE webhook_events AS e SET state = 'dropped', next_attempt_at = NULL FROM pending WHERE e.id = pending.id`,
      [accountId, callIds],
    );
  }

  /** Empties the events of the calls. Returns how many. */
  emptyOf(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE webhook_events SET body = '${FORGOTTEN}'
       WHERE account_id = $1 AND call_id = ANY ($2) AND body <> '${FORGOTTEN}'`,
      [accountId, callIds],
    );
  }

  /** Empties events that were made before `before` and that no schedule sends, at most `limit`. Returns how many. */
  emptyOld(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE webhook_events SET body = '${FORGOTTEN}' WHERE id = ANY (ARRAY (
         SELECT id FROM webhook_events WHERE body <> '${FORGOTTEN}' AND created_at < $1 AND state <> 'pending'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  /** Removes tests (they belong to no call) that were made before `before`, once nothing is kept of their attempts. */
  removeOldTests(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM webhook_events WHERE id = ANY (ARRAY (
         SELECT id FROM webhook_events e WHERE call_id IS NULL AND created_at < $1
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  /** Accounts with an event that is due and that nobody works on: a walk from account to account along the index. */
  async accountsWithDue(now: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ account_id: string }>(
      `WITH RECURSIVE waiting AS (
         (SELECT account_id FROM webhook_events WHERE state = 'pending' ORDER BY account_id LIMIT 1)
         UNION ALL
         SELECT (SELECT e.account_id FROM webhook_events e
                 WHERE e.state = 'pending' AND e.account_id > waiting.account_id ORDER BY e.account_id LIMIT 1)
         FROM waiting WHERE waiting.account_id IS NOT NULL)
       SELECT account_id FROM waiting WHERE EXISTS (
         SELECT 1 FROM webhook_events e
         WHERE e.account_id = waiting.account_id AND e.state = 'pending' AND e.next_attempt_at <= $1
           AND (e.lease_until IS NULL OR e.lease_until <= $1))`,
      [now],
    );
    return rows.map(({ account_id }) => account_id);
  }

  /** When the account's next attempt is due that is not yet; null when none is. */
  async nextDue(accountId: string, now: Date): Promise<Date | null> {
    const row = await this.unitOfWork.row<{ due: Date | null }>(
      `SELECT min(next_attempt_at) AS due FROM webhook_events
       WHERE account_id = $1 AND state = 'pending' AND next_attempt_at > $2`,
      [accountId, now],
    );
    return row?.due ?? null;
  }

  async backlog(): Promise<Backlog> {
    const row = await this.unitOfWork.row<Backlog>(
      `SELECT count(*)::integer AS pending, min(created_at) AS oldest FROM webhook_events WHERE state = 'pending'`,
    );
    return row ?? { pending: 0, oldest: null };
  }
}
