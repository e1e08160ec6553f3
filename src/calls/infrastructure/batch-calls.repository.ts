import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { RetryCause } from '../../shared-kernel/retry-policy';
import type { StatusCount } from '../domain/batch-counts';

interface BatchStatusCount extends StatusCount {
  readonly batchId: string;
}

/** Decides as `retryStopOf` does, also for calls without a policy. */
const REACHED = `CASE WHEN first_call_id IS NOT NULL THEN retry_stopped = 'reached'
  ELSE status = 'completed' AND coalesce(answered_by, '') NOT IN ('voicemail', 'announcement') END`;

const IS_OPEN = "status IN ('queued', 'dialing', 'in_progress')";

/** Number of calls that ended so. */
export type EndCounts = Readonly<Record<RetryCause, number>>;

export interface RecentCalls {
  readonly dialed: number;
  readonly answered: number;
  /** Mean of the started minutes of answered calls. */
  readonly minutes: number;
  /** Seconds from dial to end, for each call. */
  readonly lineSeconds: readonly number[];
  readonly ends: EndCounts;
}

@Injectable()
export class BatchCallsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async waiting(accountId: string, numbers: readonly string[], test: boolean): Promise<Map<string, string>> {
    const rows = await this.unitOfWork.rows<{ phone_number: string; id: string }>(
      // Up to PostgreSQL 16, ANY in place of the join compares all waiting calls with all numbers in a young table.
      `SELECT wanted.phone_number, call.id FROM unnest($2::text[]) AS wanted (phone_number)
       CROSS JOIN LATERAL (SELECT id FROM calls WHERE account_id = $1 AND phone_number = wanted.phone_number AND test = $3
         AND status = 'queued' LIMIT 1) AS call`,
      [accountId, numbers, test],
    );
    return new Map(rows.map((row) => [row.phone_number, row.id]));
  }

  /** The counts of each batch by status, without statuses that no call has. */
  counts(batchIds: readonly string[]): Promise<BatchStatusCount[]> {
    return this.unitOfWork.rows(
      `SELECT batch_id AS "batchId", status, count(*)::int AS calls,
         count(*) FILTER (WHERE coalesce(chain_attempt, 1) = 1)::int AS rows,
         count(*) FILTER (WHERE ${REACHED})::int AS reached
       FROM calls WHERE batch_id = ANY ($1) GROUP BY batch_id, status`,
      [batchIds],
    );
  }

  async queuedIn(
    accountId: string,
    batchIds: readonly string[],
    numbers: readonly string[],
  ): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ phone_number: string }>(
      // A plan by batches compares each of their calls with all numbers; OFFSET 0 rules it out.
      `SELECT wanted.phone_number FROM unnest($3::text[]) AS wanted (phone_number)
       WHERE EXISTS (SELECT FROM (SELECT batch_id FROM calls WHERE account_id = $1 AND phone_number = wanted.phone_number
         OFFSET 0) AS call WHERE batch_id = ANY ($2))`,
      [accountId, batchIds, numbers],
    );
    return new Set(rows.map((row) => row.phone_number));
  }

  outcomes(batchIds: readonly string[]): Promise<{ disposition: string; count: number }[]> {
    return this.unitOfWork.rows(
      `SELECT disposition, count(*)::int AS count FROM calls WHERE batch_id = ANY ($1) AND disposition IS NOT NULL
       GROUP BY disposition ORDER BY count DESC, disposition`,
      [batchIds],
    );
  }

  /**
   * Makes refusals fail the batch's calls instead of requeuing them; no attempt follows them. Waiting calls are
   * included: a round of dispatch in progress may be dialing one.
   */
  async forbidRetries(batchId: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE calls SET may_retry = false WHERE id = ANY (ARRAY (
         SELECT id FROM calls WHERE batch_id = $1 AND ${IS_OPEN} ORDER BY id FOR UPDATE))`,
      [batchId],
    );
  }

  /** Whether a call that is not final may be requeued or followed by an attempt. */
  async allowsRetries(batchId: string): Promise<boolean> {
    const row = await this.unitOfWork.row<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM calls WHERE batch_id = $1 AND ${IS_OPEN} AND may_retry) AS any`,
      [batchId],
    );
    return row?.any ?? false;
  }

  async recent(agentId: string, limit: number): Promise<RecentCalls> {
    const row = await this.unitOfWork.row<{
      dialed: number;
      answered: number;
      minutes: string | null;
      line_seconds: number[] | null;
      ends: EndCounts;
    }>(
      `SELECT count(*)::int AS dialed, count(duration_seconds)::int AS answered,
         avg(greatest(1, ceil(duration_seconds / 60.0))) AS minutes,
         array_agg(extract(epoch FROM ended_at - dialed_at)::float8) AS line_seconds,
         json_build_object('no_answer', count(*) FILTER (WHERE status = 'no_answer'),
           'busy', count(*) FILTER (WHERE status = 'busy'), 'failed', count(*) FILTER (WHERE status = 'failed'),
           'voicemail', count(*) FILTER (WHERE status = 'completed' AND answered_by IN ('voicemail', 'announcement'))) AS ends
       FROM (SELECT status, answered_by, duration_seconds, ended_at, dialed_at FROM calls
             WHERE agent_id = $1 AND dialed_at IS NOT NULL AND ended_at IS NOT NULL
             ORDER BY created_at DESC, id DESC LIMIT $2) AS latest`,
      [agentId, limit],
    );
    return {
      dialed: row?.dialed ?? 0,
      answered: row?.answered ?? 0,
      minutes: Number(row?.minutes ?? 0),
      lineSeconds: row?.line_seconds ?? [],
      ends: row?.ends ?? { no_answer: 0, busy: 0, failed: 0, voicemail: 0 },
    };
  }
}
