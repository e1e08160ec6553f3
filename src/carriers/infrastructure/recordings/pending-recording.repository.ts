import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { type PendingRecording, FETCH_DELAYS_MS } from '../../domain/pending-recording';

/** Minimum time between two attempts, however many announcements arrive. */
const BETWEEN_LOOKS = `interval '5 s'`;

export interface Claimant {
  readonly processId: string;
  readonly now: Date;
  /** Processes without a heartbeat since then are dead. */
  readonly deadBefore: Date;
  /** Downloads of this process. */
  readonly running: readonly Pick<PendingRecording, 'reference' | 'trunkId'>[];
  readonly most: number;
  /** The limit of a trunk, with its running downloads. */
  readonly mostOfTrunk: number;
}

const firstLook = (endedAt: Date) => new Date(endedAt.getTime() + (FETCH_DELAYS_MS[0] ?? 0));

/** Rows of `late_recordings`. */
@Injectable()
export class PendingRecordingRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Idempotent. */
  async add(recording: PendingRecording): Promise<void> {
    const { reference, carrier, trunkId, carrierCallId, talkMs, endedAt, part } = recording;
    await this.unitOfWork.enqueue(
      `INSERT INTO late_recordings (reference, carrier, trunk_id, carrier_id, talk_ms, ended_at, due_at, part)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) ON CONFLICT (reference) DO NOTHING`,
      [
        reference,
        carrier,
        trunkId,
        carrierCallId,
        talkMs,
        endedAt,
        firstLook(endedAt),
        part && JSON.stringify(part),
      ],
    );
  }

  /** Adds the recording of a call without its process, if a cloud carrier bridged it: its legs name the recording. */
  async addFound(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO late_recordings (reference, carrier, trunk_id, carrier_id, talk_ms, ended_at, due_at)
       SELECT $2, t.kind, l.trunk_id, l.carrier_id, $3, $4, $5 FROM legs l JOIN trunks_for_recordings t ON t.id = l.trunk_id
       WHERE l.call_id = $1 AND l.kind = 'counsellor' AND l.carrier_id IS NOT NULL
       ORDER BY l.began_at DESC LIMIT 1
       ON CONFLICT (reference) DO NOTHING`,
      [callId, reference, talkMs, endedAt, firstLook(endedAt)],
    );
  }

  async announce(legId: string, now: Date): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE late_recordings r SET due_at = least(r.due_at, greatest($2, r.looked_at + ${BETWEEN_LOOKS}))
       FROM legs l WHERE l.id = $1 AND l.trunk_id = r.trunk_id AND l.carrier_id = r.carrier_id`,
      [legId, now],
    );
  }

  /** Claims due recordings, and those of dead processes; sets the time of the next attempt. */
  async claim({
    processId,
    now,
    deadBefore,
    running,
    most,
    mostOfTrunk,
  }: Claimant): Promise<PendingRecording[]> {
    return this.unitOfWork.rows<PendingRecording>(
      `UPDATE late_recordings SET claimed_by = $1, looked_at = $2, due_at = coalesce(
         (SELECT min(ended_at + looks.ms * interval '1 ms') FROM unnest($3::int[]) AS looks (ms)
          WHERE ended_at + looks.ms * interval '1 ms' > $2), 'infinity')
       WHERE reference IN (
         SELECT reference FROM (SELECT DISTINCT trunk_id AS id FROM late_recordings) AS t CROSS JOIN LATERAL (
           SELECT reference, due_at FROM late_recordings r
           WHERE trunk_id = t.id AND NOT reference = ANY ($4) AND CASE
             WHEN claimed_by IS NULL THEN due_at <= $2
             ELSE claimed_by = $1
               OR NOT EXISTS (SELECT FROM media_processes_for_recordings p WHERE p.id = r.claimed_by AND p.heartbeat_at > $6) END
           ORDER BY due_at LIMIT greatest(0, $8 - cardinality(array_positions($5::text[], t.id)))
           FOR UPDATE OF r SKIP LOCKED) AS due
         ORDER BY due_at LIMIT $7)
       RETURNING reference, carrier, trunk_id AS "trunkId", carrier_id AS "carrierCallId", talk_ms AS "talkMs",
         ended_at AS "endedAt", part`,
      [
        processId,
        now,
        FETCH_DELAYS_MS,
        running.map(({ reference }) => reference),
        running.map(({ trunkId }) => trunkId),
        deadBefore,
        most,
        mostOfTrunk,
      ],
    );
  }

  /** Schedules the next attempt. False after the last one. */
  async release(reference: string): Promise<boolean> {
    const written = await this.unitOfWork.affected(
      `UPDATE late_recordings SET claimed_by = NULL WHERE reference = $1 AND due_at < 'infinity'`,
      [reference],
    );
    return written === 1;
  }

  /** Does not count as an attempt. */
  async postpone(reference: string, until: Date): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE late_recordings SET claimed_by = NULL, due_at = $2 WHERE reference = $1',
      [reference, until],
    );
  }

  async remove(reference: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM late_recordings WHERE reference = $1', [reference]);
  }

  async count(): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM late_recordings',
    );
    return row?.count ?? 0;
  }
}
