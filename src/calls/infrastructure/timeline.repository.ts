import { Injectable } from '@nestjs/common';
import { BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { TimelineEntry, TimelineType } from '../domain/timeline';

/** Ids of calls, times, types and data as JSON, for `unnest`. */
export function entryColumns(entries: readonly TimelineEntry[]): unknown[][] {
  return [
    entries.map(({ callId }) => callId),
    entries.map(({ at }) => at),
    entries.map(({ type }) => type),
    entries.map(({ message, eventId }) => JSON.stringify({ message, eventId })),
  ];
}

@Injectable()
export class TimelineRepository {
  readonly #added: BatchWriter<TimelineEntry>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#added = new BatchWriter(unitOfWork, (entries) => this.#add(entries));
  }

  add(entries: readonly TimelineEntry[]): Promise<void> {
    return this.#added.add(entries);
  }

  async #add(entries: readonly TimelineEntry[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO call_timeline (call_id, at, type, data)
       SELECT call_id, at, type, data::jsonb
       FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) AS e (call_id, at, type, data)`,
      entryColumns(entries),
    );
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM call_timeline WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM call_timeline WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  async list(callId: string): Promise<TimelineEntry[]> {
    const rows = await this.unitOfWork.rows<{
      at: Date;
      type: TimelineType;
      data: { message: string; eventId?: string };
    }>('SELECT at, type, data FROM call_timeline WHERE call_id = $1 ORDER BY at, id', [callId]);
    return rows.map(({ at, type, data }) => ({ callId, at, type, ...data }));
  }
}
