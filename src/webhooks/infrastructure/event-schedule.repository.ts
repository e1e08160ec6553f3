import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { BatchLoader, BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { groupedBy } from '../../platform/kernel/grouped';
import type { EventProgress } from '../domain/webhook-event';
import { type EventToSend, FORGOTTEN, TO_SEND } from './event.repository';

export interface StoredProgress extends EventProgress {
  readonly id: string;
  readonly isForgotten: boolean;
}

export interface Backlog {
  readonly pending: number;
  readonly oldest: Date | null;
}

export interface Room {
  readonly accountId: string;
  readonly most: number;
}

interface Look {
  readonly accountId: string;
  readonly now: Date;
}

interface OwnIds {
  readonly accountId: string;
  readonly ids: readonly string[];
}

const PROGRESS = `id, state, attempts, scheduled_attempts AS "scheduledAttempts", next_attempt_at AS "nextAttemptAt", lease_until AS "leaseUntil",
   body = '${FORGOTTEN}' AS "isForgotten"`;

/** Stores the schedule: due events and their progress, for many accounts at once. */
@Injectable()
export class EventScheduleRepository {
  readonly #locked: BatchLoader<OwnIds, StoredProgress[]>;
  readonly #updated: BatchWriter<StoredProgress>;
  readonly #next: BatchLoader<Look, Date | undefined>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#locked = new BatchLoader(unitOfWork, (batch) => this.#lock(batch));
    this.#updated = new BatchWriter(unitOfWork, (events) => this.#update(events));
    this.#next = new BatchLoader(unitOfWork, (batch) => this.#nextDue(batch));
  }

  /**
   * Longest due first; concurrent claims get other events. Each account may occur once. Expired leases are due again.
   */
  async claim(rooms: readonly Room[], now: Date, lease: Date): Promise<Map<string, EventToSend[]>> {
    const found = await this.unitOfWork.rows<EventToSend>(
      `UPDATE webhook_events SET lease_until = $4
       WHERE id = ANY (ARRAY (
         SELECT due.id FROM unnest(${ofUnknownLength('$1')}, $2::integer[]) AS room (account_id, most)
         CROSS JOIN LATERAL (
           SELECT id FROM webhook_events
           WHERE account_id = room.account_id AND state = 'pending' AND next_attempt_at <= $3
             AND (lease_until IS NULL OR lease_until <= $3)
           ORDER BY next_attempt_at, id LIMIT room.most FOR UPDATE SKIP LOCKED) AS due))
       RETURNING ${TO_SEND}`,
      [rooms.map(({ accountId }) => accountId), rooms.map(({ most }) => most), now, lease],
    );
    return groupedBy(found, ({ accountId }) => accountId);
  }

  lock(accountId: string, ids: readonly string[]): Promise<StoredProgress[]> {
    return this.#locked.load({ accountId, ids });
  }

  async #lock(batch: readonly OwnIds[]): Promise<StoredProgress[][]> {
    const found = await this.unitOfWork.rows<StoredProgress & { accountId: string }>(
      `SELECT account_id AS "accountId", ${PROGRESS} FROM webhook_events WHERE ${among('id', '$1')} ORDER BY id FOR UPDATE`,
      [batch.flatMap(({ ids }) => ids)],
    );
    const byId = new Map(found.map(({ accountId, ...event }) => [event.id, { accountId, event }]));
    return batch.map(({ accountId, ids }) =>
      [...new Set(ids)].flatMap((id) => {
        const one = byId.get(id);
        return one?.accountId === accountId ? [one.event] : [];
      }),
    );
  }

  update(events: readonly StoredProgress[]): Promise<void> {
    return this.#updated.add(events);
  }

  async #update(events: readonly StoredProgress[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE webhook_events AS e SET state = n.state, attempts = n.attempts, scheduled_attempts = n.scheduled,
         next_attempt_at = n.next, lease_until = n.lease
       FROM unnest(${ofUnknownLength('$1')}, $2::text[], $3::integer[], $4::integer[], $5::timestamptz[], $6::timestamptz[])
         AS n (id, state, attempts, scheduled, next, lease)
       WHERE e.id = n.id AND ${among('e.id', '$1')}`,
      [
        events.map(({ id }) => id),
        events.map(({ state }) => state),
        events.map(({ attempts }) => attempts),
        events.map(({ scheduledAttempts }) => scheduledAttempts),
        events.map(({ nextAttemptAt }) => nextAttemptAt),
        events.map(({ leaseUntil }) => leaseUntil),
      ],
    );
  }

  /** Skip scan: walks from account to account along the index. */
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

  nextDue(accountId: string, now: Date): Promise<Date | undefined> {
    return this.#next.load({ accountId, now });
  }

  async #nextDue(batch: readonly Look[]): Promise<(Date | undefined)[]> {
    const rows = await this.unitOfWork.rows<{ due: Date | null }>(
      `SELECT (SELECT next_attempt_at FROM webhook_events e
               WHERE e.account_id = requested.account_id AND e.state = 'pending' AND e.next_attempt_at > requested.now
               ORDER BY e.next_attempt_at LIMIT 1) AS due
       FROM unnest(${ofUnknownLength('$1')}, $2::timestamptz[]) WITH ORDINALITY AS requested (account_id, now, place) ORDER BY place`,
      [batch.map(({ accountId }) => accountId), batch.map(({ now }) => now)],
    );
    return rows.map(({ due }) => due ?? undefined);
  }

  async backlog(): Promise<Backlog> {
    const row = await this.unitOfWork.row<Backlog>(
      `SELECT count(*)::integer AS pending, min(created_at) AS oldest FROM webhook_events WHERE state = 'pending'`,
    );
    return row ?? { pending: 0, oldest: null };
  }
}
