import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';
import type { EngineUse, EngineLimits } from '../domain/speech-stream-allocator';

type EngineName = Pick<EngineLimits, 'kind' | 'name'>;

export interface RefusedLimit {
  readonly kind: EngineLimits['kind'];
  readonly engine: string;
  readonly most: number;
}

const KINDS = `(VALUES ('stt'), ('tts')) AS k (kind)`;
const ENGINE = `CASE k.kind WHEN 'stt' THEN u.stt_engine ELSE u.tts_engine END`;
const USES = `(SELECT stt_engine, tts_engine FROM legs WHERE ended_at IS NULL
  UNION ALL SELECT stt_engine, tts_engine FROM speech_streams) AS u CROSS JOIN ${KINDS}`;

/** Streams of speech engines: an open leg, and a talk without one, use a stream of each of their engines. */
@Injectable()
export class SpeechStreamRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async findRefused(now: Date): Promise<RefusedLimit[]> {
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
      `SELECT k.kind, ${ENGINE} AS engine, count(*)::int AS streams FROM ${USES}
       WHERE ${ENGINE} IS NOT NULL GROUP BY 1, 2`,
    );
  }

  /** Limits an engine to its current use until an instant. */
  async refuse(kind: EngineLimits['kind'], engine: string, until: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO speech_limits (kind, engine, most, until)
       SELECT $1, $2, count(*)::int, $3 FROM ${USES}
       WHERE k.kind = $1 AND ${ENGINE} = $2
       ON CONFLICT (kind, engine) DO UPDATE SET most = excluded.most, until = excluded.until`,
      [kind, engine, until],
    );
  }

  /** Occupies streams for a talk without a leg. */
  async occupy(reference: string, { stt, tts }: SpeechStreamPair): Promise<void> {
    await this.unitOfWork.affected(
      'INSERT INTO speech_streams (reference, stt_engine, tts_engine) VALUES ($1, $2, $3)',
      [reference, stt, tts],
    );
  }

  async moveTalk(reference: string, sttEngine: string): Promise<void> {
    await this.unitOfWork.affected('UPDATE speech_streams SET stt_engine = $2 WHERE reference = $1', [
      reference,
      sttEngine,
    ]);
  }

  async release(reference: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM speech_streams WHERE reference = $1', [reference]);
  }

  async move(callId: string, attempt: number, sttEngine: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE legs SET stt_engine = $3
       WHERE call_id = $1 AND attempt = $2 AND stt_engine IS NOT NULL AND ended_at IS NULL`,
      [callId, attempt, sttEngine],
    );
  }
}
