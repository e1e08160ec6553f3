import { Injectable } from '@nestjs/common';
import type { NextAccount } from '../../calling';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { ON_CALL } from './human-call.repository';

/** Covers the ringing of both phones, and late reports of the carrier. */
const MAX_RINGING_SECONDS = 210;

/** Finds work for media processes, without locks. */
@Injectable()
export class HumanDispatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The account that waited longest since its first call whose counsellor and number are free, or since its last leg.
   * None of `seen`, nor of `looked` without one of these trunks.
   */
  async next(
    overTrunks: readonly string[],
    trunkIds: readonly string[],
    seen: readonly string[],
    looked: readonly string[],
  ): Promise<NextAccount | null> {
    return this.unitOfWork.row<NextAccount>(
      `SELECT first.account_id AS "accountId", last.leg_at AS "lastLegAt", usable.trunks AS room
       FROM (SELECT w.account_id, min(w.created_at) AS at FROM human_calls w
         WHERE w.status = 'queued' AND NOT w.account_id = ANY ($3)
           AND NOT EXISTS (SELECT FROM human_calls b WHERE b.counsellor_id = w.counsellor_id AND b.${ON_CALL})
           AND NOT EXISTS (SELECT FROM line_use_for_dispatch l
             WHERE l.account_id = w.account_id AND l.phone_number = w.phone_number AND NOT l.test)
         GROUP BY w.account_id) AS first
       JOIN accounts_for_dispatch a ON a.id = first.account_id
       CROSS JOIN LATERAL (SELECT max(last_leg_at) AS leg_at FROM account_trunks_for_dispatch WHERE account_id = a.id) AS last
       CROSS JOIN LATERAL (SELECT count(*)::int AS trunks FROM account_trunks_for_dispatch
         WHERE account_id = a.id AND trunk_id = ANY ($2)) AS usable
       WHERE a.carrier = ANY ($1) AND (usable.trunks > 0 OR NOT a.id = ANY ($4))
       ORDER BY greatest(first.at, last.leg_at), a.id LIMIT 1`,
      [overTrunks, trunkIds, seen, looked],
    );
  }

  /** The call whose recording is to be written down first. */
  async toTranscribe(now: Date): Promise<string | undefined> {
    const row = await this.unitOfWork.row<{ id: string }>(
      'SELECT id FROM human_calls WHERE transcription_due_at <= $1 ORDER BY transcription_due_at LIMIT 1',
      [now],
    );
    return row?.id;
  }

  /** Ended calls whose phones may continue to ring, as the carrier cannot hang up. */
  async ringingOn(before: Date, limit: number): Promise<{ id: string; carrier: string }[]> {
    return this.unitOfWork.rows<{ id: string; carrier: string }>(
      `SELECT DISTINCT h.id, h.carrier FROM legs_for_upkeep l JOIN human_calls h ON h.id = l.call_id
       WHERE l.ended_at IS NULL AND h.ended_at < $1 AND h.status_updates = 'final_only' AND h.carrier IS NOT NULL
       LIMIT $2`,
      [before, limit],
    );
  }

  /** Ended calls with an open leg: their process died. Where the carrier cannot hang up, the limits must have passed. */
  async leftOpen(before: Date, limit: number): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      `SELECT DISTINCT h.id FROM legs_for_upkeep l JOIN human_calls h ON h.id = l.call_id
       WHERE l.ended_at IS NULL AND h.ended_at < $1
         AND (h.status_updates <> 'final_only'
           OR h.dialed_at + (coalesce(h.max_talk_seconds, 0) + $3) * interval '1 second' < $1)
       LIMIT $2`,
      [before, limit, MAX_RINGING_SECONDS],
    );
    return rows.map(({ id }) => id);
  }
}
