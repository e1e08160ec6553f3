import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { TalkRows } from '../../calling';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { NOT_TRANSCRIBED, type Turn } from '../../shared-kernel/talk';
import type { OutcomeReading } from '../domain/outcome';
import type { Talk } from '../domain/talk';

@Injectable()
export class TalkRepository extends TalkRows {
  constructor(unitOfWork: UnitOfWork) {
    super(unitOfWork, {
      calls: 'calls',
      talks: 'call_talks',
      isOld: 'finished_at < $1',
      endedAt: 'finished_at',
    });
  }

  /**
   * Stores the next turns of a running talk, apart from those before: the cost of a talk grows with its length alone.
   * A longer piece replaces a shorter one, as after a lost response. Locks the call's row first, in the same order as the
   * end of a call does.
   * @param position how many turns were stored before
   */
  async addTurns(callId: string, position: number, turns: readonly Turn[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO call_live_turns (call_id, position, turns)
       SELECT id, $2, $3::json FROM calls WHERE id = $1 AND ended_at IS NULL FOR KEY SHARE
       ON CONFLICT (call_id, position) DO UPDATE SET turns = excluded.turns
         WHERE json_array_length(call_live_turns.turns) < json_array_length(excluded.turns)`,
      [callId, position, JSON.stringify(turns)],
    );
  }

  /** Stores the whole transcript of an ended talk. A longer one stays; that of a finished call stays removed. */
  async storeTurns(callId: string, turns: readonly Turn[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `WITH moved AS (DELETE FROM call_live_turns WHERE call_id = $1)
       INSERT INTO call_talks (call_id, turns)
       SELECT id, $2::json FROM calls WHERE id = $1 AND finished_at IS NULL FOR KEY SHARE
       ON CONFLICT (call_id) DO UPDATE SET turns = excluded.turns
         WHERE call_talks.reading IS NULL AND json_array_length(call_talks.turns) < json_array_length(excluded.turns)`,
      [callId, JSON.stringify(turns)],
    );
  }

  /** Puts turns in the place of those that were not transcribed. Nothing happens without one, or once it was analysed. */
  async addTranscript(callId: string, turns: readonly Turn[]): Promise<void> {
    const talk = (await this.find([callId])).get(callId);
    const known = talk?.turns.filter(({ text }) => text !== NOT_TRANSCRIBED) ?? [];
    if (!talk || talk.reading !== null || known.length === talk.turns.length) return;
    const all = [...known, ...turns].sort((a, b) => a.startMs - b.startMs);
    await this.unitOfWork.enqueue(
      'UPDATE call_talks SET turns = $2::json WHERE call_id = $1 AND reading IS NULL',
      [callId, JSON.stringify(all)],
    );
  }

  /** The outcome retains which tools were used, without their arguments and results. */
  override async clearTranscript(callIds: readonly string[]): Promise<void> {
    await super.clearTranscript(callIds);
    // An older version of the service ended the talk, and left its pieces.
    await this.unitOfWork.enqueue('DELETE FROM call_live_turns WHERE call_id = ANY ($1)', [callIds]);
    await this.unitOfWork.enqueue(
      `UPDATE call_talks SET reading = jsonb_set(reading::jsonb, '{tools}', (
         SELECT coalesce(jsonb_agg(t || '{"arguments": null, "result": null}'::jsonb), '[]'::jsonb)
         FROM jsonb_array_elements(reading::jsonb -> 'tools') AS t))::json
       WHERE call_id = ANY ($1) AND reading -> 'tools' IS NOT NULL`,
      [callIds],
    );
  }

  async storeReading(callId: string, reading: OutcomeReading): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO call_talks (call_id, turns, reading) VALUES ($1, '[]', $2::json)
       ON CONFLICT (call_id) DO UPDATE SET reading = excluded.reading`,
      [callId, JSON.stringify(reading)],
    );
  }

  async ratings(callIds: readonly string[]): Promise<Map<string, number | null>> {
    const rows = await this.unitOfWork.rows<{ call_id: string; rating: number | null }>(
      `SELECT call_id, (reading ->> 'leadRating')::int AS rating FROM call_talks WHERE call_id = ANY ($1)`,
      [callIds],
    );
    return new Map(rows.map(({ call_id, rating }) => [call_id, rating]));
  }

  /** The talks of calls that have ended. */
  async find(callIds: readonly string[]): Promise<Map<string, Talk>> {
    const rows = await this.unitOfWork.rows<Talk & { callId: string }>(
      `SELECT call_id AS "callId", turns, reading FROM call_talks WHERE ${among('call_id', '$1')}`,
      [callIds],
    );
    return new Map(rows.map(({ callId, ...talk }) => [callId, talk]));
  }

  /**
   * The turns of running talks, too, in the order of their start. A talk that a process of an older version began has a
   * row beside its pieces.
   */
  async turnsSoFar(callIds: readonly string[]): Promise<Map<string, readonly Turn[]>> {
    const rows = await this.unitOfWork.rows<{ callId: string; turns: readonly Turn[] }>(
      `SELECT call_id AS "callId", turns FROM call_talks WHERE ${among('call_id', '$1')}
       UNION ALL SELECT call_id, turns FROM call_live_turns WHERE ${among('call_id', '$1')}`,
      [callIds],
    );
    const turnsOf = new Map(rows.map(({ callId }) => [callId, [] as Turn[]]));
    for (const { callId, turns } of rows) turnsOf.get(callId)?.push(...turns);
    for (const turns of turnsOf.values()) turns.sort((a, b) => a.startMs - b.startMs);
    return turnsOf;
  }
}
