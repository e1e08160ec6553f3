import { STOPPED, WAITS } from './waits';

/**
 * Matches calls that are on hold for another call to their number which has ended by now (`$1`). Ending a call only wakes
 * the dispatcher, which evaluates this under the lock of the account's line row, so it cannot miss a call that is put on hold at the same moment. `(due_at <= $1) IS FALSE` stops the planner from choosing an index on due calls.
 */
const NUMBER_IS_FREE = `${WAITS} AND held_by = 'number_in_use' AND (due_at <= $1) IS FALSE
  AND NOT EXISTS (SELECT FROM line_use_for_dispatch l
    WHERE l.account_id = calls.account_id AND l.phone_number = calls.phone_number AND NOT l.test)`;

const IS_DUE = `test = $3 AND ${WAITS} AND due_at <= $1`;

const anyDue = (orFreed: string) =>
  `SELECT (SELECT true FROM calls WHERE account_id = $2 AND ${IS_DUE} ORDER BY due_at, id LIMIT 1) IS NOT NULL ${orFreed} AS any`;

/** `$1` now, `$2` account, `$3` test. Without ORDER BY the planner may scan thousands of finished calls first. */
export const IS_ANY_DUE = anyDue(`OR EXISTS (SELECT FROM calls WHERE account_id = $2 AND ${NUMBER_IS_FREE})`);
export const IS_ANY_TEST_DUE = anyDue('');

/** `$1` now, `$2` account, `$3` test, `$4` limit, `$5` agents, without which all agents count. */
export function dueCalls(test: boolean, ofAgents: boolean): string {
  const earliest = (priority: number, which: string) =>
    `SELECT ${priority} AS priority, due_at, id, agent_id AS "agentId" FROM calls
     WHERE account_id = $2 AND ${which} ${ofAgents ? 'AND agent_id = ANY ($5)' : ''} ORDER BY due_at, id LIMIT $4`;
  const due = earliest(1, IS_DUE);
  return test
    ? due
    : `(${earliest(0, NUMBER_IS_FREE)}) UNION ALL (${due}) ORDER BY priority, due_at, id LIMIT $4`;
}

/** `$1` account, `$2` engines. */
export const AGENTS_WITH_ENGINES = `
  SELECT a.id FROM agents_for_dispatch a WHERE a.account_id = $1 AND a.tts_model = ANY ($2)
    AND EXISTS (SELECT FROM calls WHERE agent_id = a.id AND ${WAITS})`;

/** `$1` now, `$2` carriers over trunks. */
export const ACCOUNTS_WITH_DUE_CALLS = `
  SELECT l.account_id, concat_ws(' ', earliest.each, l.held_until) AS state
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
  WHERE earliest.due_at IS NOT NULL ORDER BY earliest.due_at`;

/** `$1` now, `$2` last time of a recheck, `$3` carriers over trunks, `$4` trunks, `$5` accounts to leave out. */
export const NEXT_OVER_TRUNKS = `
  SELECT a.id AS "accountId", last.leg_at AS "lastLegAt", usable.trunks AS room
  FROM accounts_for_dispatch a JOIN account_lines_for_dispatch l ON l.account_id = a.id
  CROSS JOIN LATERAL (SELECT max(last_leg_at) AS leg_at FROM account_trunks_for_dispatch
    WHERE account_id = a.id) AS last
  CROSS JOIN LATERAL (SELECT count(*)::int AS trunks FROM account_trunks_for_dispatch
    WHERE account_id = a.id AND trunk_id = ANY ($4)) AS usable
  LEFT JOIN LATERAL (
    SELECT due_at FROM calls WHERE account_id = a.id AND test = false AND ${WAITS} AND due_at <= $1
    ORDER BY due_at, id LIMIT 1) AS first ON true
  WHERE a.carrier = ANY ($3) AND NOT a.id = ANY ($5) AND (l.held_until IS NULL OR l.held_until <= $1)
    AND (first.due_at IS NOT NULL OR EXISTS (SELECT FROM calls WHERE account_id = a.id AND ${NUMBER_IS_FREE}))
    AND (l.held_until IS NULL OR l.held_until <= $2 OR usable.trunks > 0)
  ORDER BY greatest(first.due_at, last.leg_at), a.id LIMIT 1`;

/** `$1` now, `$2` carriers over trunks. */
export const ACCOUNTS_WITH_FREED_NUMBERS = `
  SELECT DISTINCT account_id AS id FROM calls WHERE ${NUMBER_IS_FREE} AND EXISTS (
    SELECT FROM account_lines_for_dispatch l
    WHERE l.account_id = calls.account_id AND (l.held_until IS NULL OR l.held_until <= $1))
  AND NOT EXISTS (SELECT FROM accounts_for_dispatch a WHERE a.id = calls.account_id AND a.carrier = ANY ($2))`;

/** `$1` now, `$2` limit. Scans by account, so waiting calls that are not expired cost nothing. */
export const EXPIRED = `
  SELECT expired.id FROM accounts_for_dispatch a CROSS JOIN LATERAL (
    SELECT id FROM calls WHERE account_id = a.id AND ${WAITS}
      AND queued_from <= $1::timestamptz - a.queue_seconds * interval '1 second'
    ORDER BY queued_from LIMIT $2
  ) AS expired LIMIT $2`;

/** `$1` agent. */
export const COUNT_OF_AGENT = `SELECT count(*)::int AS count FROM calls WHERE agent_id = $1 AND ${WAITS}`;

/** `$1` limit. */
export const STOPPED_AGENTS = `
  SELECT a.id AS "agentId", a.updated_at AS at, CASE WHEN a.enabled THEN 'inbound_only' ELSE 'turned_off' END AS why
  FROM agents_for_dispatch a
  WHERE ${STOPPED} AND EXISTS (SELECT FROM calls WHERE agent_id = a.id AND ${WAITS}) LIMIT $1`;

/** `$1` account, `$2` and `$3` due time and id of the place to continue from, `$4` limit. */
export const WAITING_AFTER = `
  SELECT id, due_at AS "dueAt", held_by AS "heldBy" FROM calls
  WHERE account_id = $1 AND test = false AND ${WAITS} AND due_at >= $2 AND (due_at, id) > ($2, $3)
  ORDER BY due_at, id LIMIT $4`;

/** `$1` ids, `$2` now. */
export const MAKE_DUE = `
  UPDATE calls SET due_at = $2 WHERE id = ANY (ARRAY(
    SELECT id FROM calls WHERE id = ANY ($1) AND ${WAITS} AND held_by IN ('rule', 'number_in_use') AND due_at > $2
    ORDER BY id FOR UPDATE))`;
