import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EngineUse, EngineLimits } from '../domain/speech-stream-allocator';

type EngineName = Pick<EngineLimits, 'kind' | 'name'>;

export interface RefusedLimit {
  readonly kind: EngineLimits['kind'];
  readonly engine: string;
  readonly most: number;
}

const KINDS = `(VALUES ('stt'), ('tts')) AS k (kind)`;
const OF_LEG = `CASE k.kind WHEN 'stt' THEN l.stt_engine ELSE l.tts_engine END`;

/** Streams of speech engines: an open leg that has an engine uses one of it. */
@Injectable()
export class SpeechStreamRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async refused(now: Date): Promise<RefusedLimit[]> {
    return this.unitOfWork.rows<RefusedLimit>(
      'SELECT kind, engine, most FROM speech_limits WHERE until > $1 AND most IS NOT NULL',
      [now],
    );
  }

  /** Blocks other counts of these engines until the transaction ends. */
  async lock(engines: readonly EngineName[]): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO speech_limits (kind, engine)
       SELECT e.kind, e.name FROM json_to_recordset($1::json) AS e (kind text, name text) ORDER BY 1, 2
       ON CONFLICT (kind, engine) DO UPDATE SET engine = excluded.engine`,
      [JSON.stringify(engines)],
    );
  }

  /** A statement of its own: the snapshot of one that waits for a lock predates the lock. */
  async inUse(): Promise<EngineUse[]> {
    return this.unitOfWork.rows<EngineUse>(
      `SELECT k.kind, ${OF_LEG} AS engine, count(*)::int AS streams FROM legs l CROSS JOIN ${KINDS}
       WHERE l.ended_at IS NULL AND ${OF_LEG} IS NOT NULL GROUP BY 1, 2`,
    );
  }

  /** Limits an engine to its current use until an instant. */
  async refuse(kind: EngineLimits['kind'], engine: string, until: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO speech_limits (kind, engine, most, until)
       SELECT $1, $2, count(*)::int, $3 FROM legs l CROSS JOIN ${KINDS}
       WHERE l.ended_at IS NULL AND k.kind = $1 AND ${OF_LEG} = $2
       ON CONFLICT (kind, engine) DO UPDATE SET most = excluded.most, until = excluded.until`,
      [kind, engine, until],
    );
  }

  async move(callId: string, attempt: number, sttEngine: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE legs SET stt_engine = $3
       WHERE call_id = $1 AND attempt = $2 AND stt_engine IS NOT NULL AND ended_at IS NULL`,
      [callId, attempt, sttEngine],
    );
  }
}
