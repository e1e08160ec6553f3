import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { type PendingRecording, FETCH_DELAYS_MS } from '../../domain/pending-recording';

/** Announcements bring a look forward, but not nearer than this to the one before. */
const BETWEEN_LOOKS = `interval '5 s'`;

/** The process that claims work, and its running downloads. */
export interface Claimant {
  readonly processId: string;
  readonly now: Date;
  /** Claims of processes without a heartbeat since then are free. */
  readonly deadBefore: Date;
  /** References that it is at. */
  readonly running: readonly string[];
  /** Trunks that have enough of its attention. */
  readonly busyTrunks: readonly string[];
  readonly most: number;
}

const firstLook = (endedAt: Date) => new Date(endedAt.getTime() + (FETCH_DELAYS_MS[0] ?? 0));

/** Rows of `late_recordings`. */
@Injectable()
export class PendingRecordingRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Twice is once. */
  async add(recording: PendingRecording): Promise<void> {
    const { reference, carrier, trunkId, carrierId, talkMs, endedAt, part } = recording;
    await this.unitOfWork.enqueue(
      `INSERT INTO late_recordings (reference, carrier, trunk_id, carrier_id, talk_ms, ended_at, due_at, part)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) ON CONFLICT (reference) DO NOTHING`,
      [
        reference,
        carrier,
        trunkId,
        carrierId,
        talkMs,
        endedAt,
        firstLook(endedAt),
        part && JSON.stringify(part),
      ],
    );
  }

  /** The same of a call without its process, if a cloud carrier bridged it: its legs name the recording. */
  async addFound(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO late_recordings (reference, carrier, trunk_id, carrier_id, talk_ms, ended_at, due_at)
       SELECT $2, t.kind, l.trunk_id, l.carrier_id, $3, $4, $5 FROM legs l JOIN trunks t ON t.id = l.trunk_id
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

  /** Claims recordings that are due, and those of dead processes; sets the time of their next attempt. */
  async claim({
    processId,
    now,
    deadBefore,
    running,
    busyTrunks,
    most,
  }: Claimant): Promise<PendingRecording[]> {
    return this.unitOfWork.rows<PendingRecording>(
      `UPDATE late_recordings SET claimed_by = $1, looked_at = $2, due_at = coalesce(
         (SELECT min(ended_at + looks.ms * interval '1 ms') FROM unnest($3::int[]) AS looks (ms)
          WHERE ended_at + looks.ms * interval '1 ms' > $2), 'infinity')
       WHERE reference IN (
         SELECT reference FROM late_recordings r
         WHERE NOT reference = ANY ($4) AND NOT trunk_id = ANY ($5) AND CASE
           WHEN claimed_by IS NULL THEN due_at <= $2
           ELSE claimed_by = $1
             OR NOT EXISTS (SELECT FROM media_processes p WHERE p.id = r.claimed_by AND p.heartbeat_at > $6) END
         ORDER BY due_at LIMIT $7 FOR UPDATE SKIP LOCKED)
       RETURNING reference, carrier, trunk_id AS "trunkId", carrier_id AS "carrierId", talk_ms AS "talkMs",
         ended_at AS "endedAt", part`,
      [processId, now, FETCH_DELAYS_MS, running, busyTrunks, deadBefore, most],
    );
  }

  /** It was not there, and is looked for again. False when that was the last look. */
  async release(reference: string): Promise<boolean> {
    const written = await this.unitOfWork.affected(
      `UPDATE late_recordings SET claimed_by = NULL WHERE reference = $1 AND due_at < 'infinity'`,
      [reference],
    );
    return written === 1;
  }

  /** It is looked for again at an instant, however often it was. */
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
