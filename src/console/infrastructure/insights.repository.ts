import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { LocalSpan, Part } from './home.repository';

export interface AgentResult {
  readonly agentId: string;
  readonly status: string;
  readonly disposition: string | null;
  readonly count: number;
  readonly talkSeconds: number;
  /** With four decimals. */
  readonly credits: number;
}

/** Each started minute of a talk is charged, at least one (R42). */
const CHARGE = `CASE WHEN c.duration_seconds IS NULL THEN 0
  ELSE greatest(1, (c.duration_seconds + 59) / 60) * coalesce(c.price_per_minute, 0) END`;

/** Reads what Home compares from views that other contexts publish. */
@Injectable()
export class InsightsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sums ended calls. Test calls never count. */
  results({ accountId, agentId }: Part, { since, before }: LocalSpan): Promise<AgentResult[]> {
    return this.unitOfWork.rows<AgentResult>(
      `SELECT c.agent_id AS "agentId", c.status, c.disposition, count(*)::int AS count,
         coalesce(sum(c.duration_seconds), 0)::int AS "talkSeconds", sum(${CHARGE})::float8 AS credits
       FROM calls_for_home c
       WHERE c.account_id = $1 AND ($2::text IS NULL OR c.agent_id = $2) AND NOT c.test
         AND c.ended_at >= $3 AND c.ended_at < $4 AND c.ended_at IS NOT NULL
       GROUP BY 1, 2, 3`,
      [accountId, agentId, since, before],
    );
  }

  /** Events that were made since, attempted and never delivered; tests never count. */
  async failedEvents(accountId: string, since: Date): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM events_for_home
       WHERE account_id = $1 AND created_at >= $2 AND attempts > 0 AND state <> 'delivered' AND type <> 'webhook.test'
         AND EXISTS (SELECT FROM endpoints_for_home WHERE account_id = $1)`,
      [accountId, since],
    );
    return row?.count ?? 0;
  }

  /** Test calls that were made in a span and wait no longer. */
  async testCalls({ accountId, agentId }: Part, { since, before }: LocalSpan): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM calls_for_home c
       WHERE c.account_id = $1 AND ($2::text IS NULL OR c.agent_id = $2) AND c.test AND c.status <> 'queued'
         AND c.created_at >= $3 AND c.created_at < $4`,
      [accountId, agentId, since, before],
    );
    return row?.count ?? 0;
  }
}
