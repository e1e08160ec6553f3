import { Injectable } from '@nestjs/common';
import type { StoppedAgent } from '../../agents';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { STOPPED, WAITS } from './waits';

/** A waiting call, as the dispatcher reads it before it locks. */
export interface DueCall {
  readonly id: string;
  readonly agentId: string;
}

export interface QueuePlace {
  readonly dueAt: Date;
  readonly id: string;
}

/**
 * Matches calls that are on hold for another call to their number which has ended by now (`$1`). Ending a call only wakes
 * the dispatcher, which evaluates this under the lock of the account's line row, so it cannot miss a call that is being
 * held at the same moment. `(due_at <= $1) IS FALSE` keeps the planner from choosing an index on due calls.
 */
const NUMBER_IS_FREE = `${WAITS} AND held_by = 'number_in_use' AND (due_at <= $1) IS FALSE
  AND NOT EXISTS (SELECT FROM line_use_for_dispatch l
    WHERE l.account_id = calls.account_id AND l.phone_number = calls.phone_number AND NOT l.test)`;

/** Finds due calls and other waiting work, without locks, through partial indexes. */
@Injectable()
export class DueCallsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Whether {@link due} would find a call. Without ORDER BY the planner may scan thousands of finished calls first. */
  async isAnyDue(accountId: string, test: boolean, now: Date): Promise<boolean> {
    const row = await this.unitOfWork.row<{ any: boolean }>(
      `SELECT (SELECT true FROM calls WHERE account_id = $2 AND test = $3 AND ${WAITS} AND due_at <= $1
           ORDER BY due_at, id LIMIT 1) IS NOT NULL
         ${test ? '' : `OR EXISTS (SELECT FROM calls WHERE account_id = $2 AND ${NUMBER_IS_FREE})`} AS any`,
      [now, accountId, test],
    );
    return row?.any ?? false;
  }

  /** Earliest due calls; those whose number has become free come first. @param agentIds null: all agents */
  async due(
    accountId: string,
    test: boolean,
    now: Date,
    limit: number,
    agentIds: readonly string[] | null,
  ): Promise<DueCall[]> {
    const earliest = (priority: number, which: string) =>
      `SELECT ${priority} AS priority, due_at, id, agent_id AS "agentId" FROM calls
       WHERE account_id = $2 AND ${which} ${agentIds ? 'AND agent_id = ANY ($5)' : ''} ORDER BY due_at, id LIMIT $4`;
    const due = earliest(1, `test = $3 AND ${WAITS} AND due_at <= $1`);
    const sql = test
      ? due
      : `(${earliest(0, NUMBER_IS_FREE)}) UNION ALL (${due}) ORDER BY priority, due_at, id LIMIT $4`;
    return this.unitOfWork.rows<DueCall>(sql, [now, accountId, test, limit, ...(agentIds ? [agentIds] : [])]);
  }

  async agentsWith(accountId: string, engines: readonly string[]): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT a.id FROM agents_for_dispatch a WHERE a.account_id = $1 AND a.tts_model = ANY ($2)
         AND EXISTS (SELECT FROM calls WHERE agent_id = a.id AND ${WAITS})`,
      [accountId, engines],
    );
    return found.map(({ id }) => id);
  }

  /**
   * Accounts with due calls and no account hold, longest waiting first. The value identifies the state (earliest due
   * call of each kind, end of the last hold): while it stays equal, the account has had no turn. Of accounts on one of the
   * carriers `overTrunks` test calls alone count: media processes dial the others.
   */
  async accountsWithDueCalls(now: Date, overTrunks: readonly string[]): Promise<Map<string, string>> {
    const found = await this.unitOfWork.rows<{ account_id: string; state: string }>(
      `SELECT l.account_id, concat_ws(' ', earliest.each, l.held_until) AS state
       FROM account_lines_for_dispatch l JOIN accounts_for_dispatch a ON a.id = l.account_id
       CROSS JOIN LATERAL (
         SELECT min(first.due_at) AS due_at, string_agg(kind.test || ' ' || first.due_at, ' ') AS each
         FROM (VALUES (false), (true)) AS kind (test)
         CROSS JOIN LATERAL (
           SELECT due_at FROM calls
           WHERE calls.account_id = l.account_id AND test = kind.test AND ${WAITS} AND due_at <= $1
             AND (kind.test OR ((l.held_until IS NULL OR l.held_until <= $1) AND NOT a.carrier = ANY ($2)))
           ORDER BY due_at LIMIT 1) AS first
       ) AS earliest
       WHERE earliest.due_at IS NOT NULL ORDER BY earliest.due_at`,
      [now, overTrunks],
    );
    return new Map(found.map((row) => [row.account_id, row.state]));
  }

  /**
   * The account that waited longest of those on carriers over trunks: since its earliest due call, or since its last leg
   * when that is later. It must be able to use one of these trunks, and `room` counts those that it can; one whose wait nobody has looked at yet, or not since
   * `recheckBefore`, need not. `seen` are left out.
   */
  async nextOverTrunks(
    { now, recheckBefore }: { now: Date; recheckBefore: Date },
    overTrunks: readonly string[],
    trunkIds: readonly string[],
    seen: readonly string[],
  ): Promise<{ accountId: string; lastLegAt: Date | null; room: number } | undefined> {
    return this.unitOfWork.row(
      `SELECT a.id AS "accountId", last.leg_at AS "lastLegAt", usable.trunks AS room
       FROM accounts_for_dispatch a JOIN account_lines_for_dispatch l ON l.account_id = a.id
       CROSS JOIN LATERAL (SELECT max(last_leg_at) AS leg_at FROM account_trunks_for_dispatch WHERE account_id = a.id) AS last
       CROSS JOIN LATERAL (SELECT count(*)::int AS trunks FROM account_trunks_for_dispatch
         WHERE account_id = a.id AND trunk_id = ANY ($4)) AS usable
       LEFT JOIN LATERAL (
         SELECT due_at FROM calls WHERE account_id = a.id AND test = false AND ${WAITS} AND due_at <= $1
         ORDER BY due_at, id LIMIT 1) AS first ON true
       WHERE a.carrier = ANY ($3) AND NOT a.id = ANY ($5) AND (l.held_until IS NULL OR l.held_until <= $1)
         AND (first.due_at IS NOT NULL OR EXISTS (SELECT FROM calls WHERE account_id = a.id AND ${NUMBER_IS_FREE}))
         AND (l.held_until IS NULL OR l.held_until <= $2 OR usable.trunks > 0)
       ORDER BY greatest(first.due_at, last.leg_at), a.id LIMIT 1`,
      [now, recheckBefore, overTrunks, trunkIds, seen],
    );
  }

  /** Accounts off hold whose calls wait for a free number because the wake-up was lost; none on `overTrunks`. */
  async accountsWithFreedNumbers(now: Date, overTrunks: readonly string[]): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ account_id: string }>(
      `SELECT DISTINCT account_id FROM calls WHERE ${NUMBER_IS_FREE} AND EXISTS (
         SELECT FROM account_lines_for_dispatch l
         WHERE l.account_id = calls.account_id AND (l.held_until IS NULL OR l.held_until <= $1))
       AND NOT EXISTS (SELECT FROM accounts_for_dispatch a WHERE a.id = calls.account_id AND a.carrier = ANY ($2))`,
      [now, overTrunks],
    );
    return found.map((row) => row.account_id);
  }

  /** Calls past their account's expiry. Scans by account, so waiting calls that are not expired cost nothing. */
  async expired(now: Date, limit: number): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT expired.id FROM accounts_for_dispatch a CROSS JOIN LATERAL (
         SELECT id FROM calls WHERE account_id = a.id AND ${WAITS}
           AND queued_from <= $1::timestamptz - a.queue_seconds * interval '1 second'
         ORDER BY queued_from LIMIT $2
       ) AS expired LIMIT $2`,
      [now, limit],
    );
    return found.map(({ id }) => id);
  }

  async countOfAgent(agentId: string): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM calls WHERE agent_id = $1 AND ${WAITS}`,
      [agentId],
    );
    return row?.count ?? 0;
  }

  async stoppedAgents(limit: number): Promise<StoppedAgent[]> {
    return this.unitOfWork.rows<StoppedAgent>(
      `SELECT a.id AS "agentId", a.updated_at AS at, CASE WHEN a.enabled THEN 'inbound_only' ELSE 'turned_off' END AS why
       FROM agents_for_dispatch a WHERE ${STOPPED} AND EXISTS (SELECT FROM calls WHERE agent_id = a.id AND ${WAITS}) LIMIT $1`,
      [limit],
    );
  }

  /**
   * Makes calls on hold by a rule of their number due at once, `limit` waiting calls after a position.
   * Returns the position to continue from; null at the end.
   */
  async makeDue(accountId: string, now: Date, after: QueuePlace, limit: number): Promise<QueuePlace | null> {
    const later = await this.unitOfWork.rows<QueuePlace & { heldBy: string | null }>(
      `SELECT id, due_at AS "dueAt", held_by AS "heldBy" FROM calls
       WHERE account_id = $1 AND test = false AND ${WAITS} AND due_at >= $2 AND (due_at, id) > ($2, $3)
       ORDER BY due_at, id LIMIT $4`,
      [accountId, after.dueAt, after.id, limit],
    );
    const held = later.filter(({ heldBy }) => heldBy === 'rule' || heldBy === 'number_in_use');
    if (held.length > 0) {
      await this.unitOfWork.affected(
        `UPDATE calls SET due_at = $2 WHERE id = ANY (ARRAY(
           SELECT id FROM calls WHERE id = ANY ($1) AND ${WAITS} AND held_by IN ('rule', 'number_in_use') AND due_at > $2
           ORDER BY id FOR UPDATE))`,
        [held.map(({ id }) => id), now],
      );
    }
    return later.length < limit ? null : (later.at(-1) ?? null);
  }
}
