import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { utcOffsets } from '../../platform/kernel/zoned-time';
import { DEMO_COUNSELLOR_EMAIL } from '../../shared-kernel/demo';

export interface EndedCalls {
  readonly day: string;
  /** 0 to 23, of the local clock. */
  readonly hour: number;
  readonly status: string;
  readonly disposition: string | null;
  readonly count: number;
  readonly talkSeconds: number;
}

export interface WaitingCall {
  readonly phoneNumber: string;
  readonly agentId: string;
  /** End of the client's schedule or the backoff after a refusal; null without either. */
  readonly scheduledFor: Date | null;
}

export interface Part {
  readonly accountId: string;
  readonly agentId: string | null;
}

/** From the first (included) to the second (excluded), in the days of a zone. */
export interface LocalSpan {
  readonly since: Date;
  readonly before: Date;
  readonly timeZone: string;
}

const OF_PART = 'c.account_id = $1 AND ($2::text IS NULL OR c.agent_id = $2) AND NOT c.test';
/** Equal to that of the indexes of waiting calls. */
const WAITS = "(c.status = 'queued') IS NOT FALSE AND c.due_at IS NOT NULL";
const SCHEDULED_FOR = `CASE WHEN c.held_by = 'refused' AND c.due_at > c.queued_from THEN c.due_at
              WHEN c.queued_from > c.created_at THEN c.queued_from END`;

/** Reads figures from views that other contexts publish. */
@Injectable()
export class HomeRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async waiting({ accountId, agentId }: Part): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM calls_for_home c WHERE ${OF_PART} AND ${WAITS}`,
      [accountId, agentId],
    );
    return row?.count ?? 0;
  }

  waitingCalls({ accountId, agentId }: Part, limit: number): Promise<WaitingCall[]> {
    return this.unitOfWork.rows<WaitingCall>(
      `SELECT c.phone_number AS "phoneNumber", c.agent_id AS "agentId",
         ${SCHEDULED_FOR} AS "scheduledFor"
       FROM calls_for_home c WHERE ${OF_PART} AND ${WAITS} ORDER BY c.due_at, c.id LIMIT $3`,
      [accountId, agentId, limit],
    );
  }

  /** How many calls wait for their schedule, and the earliest end. */
  async scheduled(
    { accountId, agentId }: Part,
    now: Date,
  ): Promise<{ readonly count: number; readonly earliest: Date | null }> {
    const row = await this.unitOfWork.row<{ count: number; earliest: Date | null }>(
      `SELECT count(*)::int AS count, min(${SCHEDULED_FOR}) AS earliest FROM calls_for_home c
       WHERE ${OF_PART} AND ${WAITS} AND c.due_at > $3 AND ${SCHEDULED_FOR} > $3`,
      [accountId, agentId, now],
    );
    return row ?? { count: 0, earliest: null };
  }

  /** Calls that dial or talk; human calls count unless the figures are for an agent. */
  async running({ accountId, agentId }: Part): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT (SELECT count(*) FROM calls_for_home c WHERE ${OF_PART} AND c.status <> 'queued' AND c.status IN ('dialing', 'in_progress'))::int
         + CASE WHEN $2::text IS NULL THEN (SELECT count(*) FROM human_calls_for_home h WHERE h.account_id = $1
             AND h.status IN ('ringing_counsellor', 'connecting', 'in_progress')) ELSE 0 END::int AS count`,
      [accountId, agentId],
    );
    return row?.count ?? 0;
  }

  /**
   * Tests never count. Summed by the minute first: there are fewer of them than calls. PostgreSQL does not know every
   * zone of this process, and reads some, such as CET, otherwise: it gets their offsets.
   */
  sumEnded({ accountId, agentId }: Part, { since, before, timeZone }: LocalSpan): Promise<EndedCalls[]> {
    const offsets = utcOffsets(since, before, timeZone);
    return this.unitOfWork.rows<EndedCalls>(
      `WITH minutes AS (
         SELECT date_trunc('minute', c.ended_at) AS at, c.status, c.disposition, count(*) AS count,
           coalesce(sum(c.duration_seconds), 0) AS seconds
         FROM calls_for_home c WHERE ${OF_PART} AND c.ended_at >= $3 AND c.ended_at < $4 AND c.ended_at IS NOT NULL
         GROUP BY 1, 2, 3),
       local AS (
         SELECT at AT TIME ZONE 'UTC' + make_interval(secs => o.seconds) AS at, status, disposition, count, m.seconds
         FROM minutes m JOIN unnest($5::timestamptz[], $6::timestamptz[], $7::int[]) AS o (since, before, seconds)
           ON m.at >= o.since AND m.at < o.before)
       SELECT to_char(at, 'YYYY-MM-DD') AS day, extract(hour FROM at)::int AS hour, status,
         disposition, sum(count)::int AS count, sum(seconds)::int AS "talkSeconds"
       FROM local GROUP BY 1, 2, 3, 4`,
      [
        accountId,
        agentId,
        since,
        before,
        offsets.map((span) => span.since),
        offsets.map((span) => span.before),
        offsets.map(({ seconds }) => seconds),
      ],
    );
  }

  async humanTalk(accountId: string, { since, before }: LocalSpan): Promise<number> {
    const row = await this.unitOfWork.row<{ seconds: number }>(
      `SELECT coalesce(sum(duration_seconds), 0)::int AS seconds FROM human_calls_for_home
       WHERE account_id = $1 AND ended_at >= $2 AND ended_at < $3 AND ended_at IS NOT NULL`,
      [accountId, since, before],
    );
    return row?.seconds ?? 0;
  }

  async steps(accountId: string) {
    const row = await this.unitOfWork.row<Record<'agent' | 'call' | 'batch' | 'webhook' | 'team', boolean>>(
      `SELECT EXISTS (SELECT FROM agents_for_home WHERE account_id = $1) AS agent,
         EXISTS (SELECT FROM calls_for_home WHERE account_id = $1) AS call,
         EXISTS (SELECT FROM batches_for_home WHERE account_id = $1) AS batch,
         EXISTS (SELECT FROM endpoints_for_home WHERE account_id = $1) AS webhook,
         (SELECT count(*) > 1 FROM (SELECT FROM members_for_home WHERE account_id = $1 AND status <> 'inactive'
           AND email_folded <> $2 LIMIT 2) AS m) AS team`,
      [accountId, DEMO_COUNSELLOR_EMAIL],
    );
    return row ?? { agent: false, call: false, batch: false, webhook: false, team: false };
  }
}
