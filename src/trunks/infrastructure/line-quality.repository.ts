import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { LineQuality } from '../../shared-kernel/line-quality';
import type { LegKind } from './leg-row';

export interface MeasuredLeg {
  readonly id: string;
  readonly line: LineQuality;
}

/** The quality of received audio: medians, and the mean of the lost packets. */
export interface ReceivedQuality {
  /** Legs whose line was measured. */
  readonly calls: number;
  readonly mosMedian: number;
  /** A tenth of the calls were worse. */
  readonly mosP10: number;
  readonly jitterMs: number;
  readonly lostPercent: number;
}

const RECEIVED = `count(*)::integer AS calls,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY (line->'in'->>'mos')::float8) AS "mosMedian",
  percentile_cont(0.1) WITHIN GROUP (ORDER BY (line->'in'->>'mos')::float8) AS "mosP10",
  percentile_cont(0.5) WITHIN GROUP (ORDER BY (line->'in'->>'jitterMs')::float8) AS "jitterMs",
  avg((line->'in'->>'lostPercent')::float8) AS "lostPercent"`;

/** The column `line` of `legs`. */
@Injectable()
export class LineQualityRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Stores measurements of legs that have not ended. */
  async measure(legs: readonly MeasuredLeg[]): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE legs SET line = m.line FROM json_to_recordset($1::json) AS m (id text, line jsonb)
       WHERE legs.id = m.id AND legs.ended_at IS NULL`,
      [JSON.stringify(legs)],
    );
  }

  /** The measurements of a call's last legs, one of each kind. */
  async ofCall(callId: string): Promise<{ readonly kind: LegKind; readonly line: LineQuality }[]> {
    return this.unitOfWork.rows(
      `SELECT DISTINCT ON (kind) kind, line FROM legs WHERE call_id = $1 AND line IS NOT NULL
       ORDER BY kind, began_at DESC`,
      [callId],
    );
  }

  async ofTrunks(
    trunkIds: readonly string[],
    since: Date,
  ): Promise<(ReceivedQuality & { readonly trunkId: string })[]> {
    return this.unitOfWork.rows(
      `SELECT trunk_id AS "trunkId", ${RECEIVED}
       FROM legs WHERE trunk_id = ANY ($1) AND began_at > $2 AND line IS NOT NULL GROUP BY trunk_id`,
      [trunkIds, since],
    );
  }

  /** Sums an account's calls by the account's number that they showed, or that was called. */
  async ofNumbers(
    accountId: string,
    since: Date,
  ): Promise<(ReceivedQuality & { readonly phoneNumber: string })[]> {
    return this.unitOfWork.rows(
      `SELECT shown_number AS "phoneNumber", ${RECEIVED}
       FROM legs WHERE trunk_id IN (SELECT trunk_id FROM account_numbers WHERE account_id = $1)
         AND began_at > $2 AND account_id = $1 AND line IS NOT NULL AND shown_number IS NOT NULL
       GROUP BY shown_number`,
      [accountId, since],
    );
  }
}
