/** What is audited: all accounts or one, in a range of time. */
export interface AuditScope {
  readonly accountId: string | null;
  readonly from: Date;
  readonly to: Date;
}

/**
 * A check as one statement: `count` of what was looked at, and the `ids` of what breaks the rule. `$1` is the account or
 * null, `$2` and `$3` the range. Each dial is judged by the policy that was in force when it dialed, kept with it.
 */
export interface SqlCheck {
  readonly name: string;
  readonly sql: string;
}

const MOST_IDS = 1_000;

/** Dials of the range with what they are judged by; a window function sees the dials before the range, too. */
const DIALS = `
  dial AS (
    SELECT d.*, (policy->>'recallGapSeconds')::int AS gap, (policy->>'dailyPerNumber')::int AS per_number,
      (policy->>'dailyLimit')::int AS per_day, (policy->>'lines')::int AS lines
    FROM dials d WHERE NOT test AND ($1::text IS NULL OR account_id = $1) AND dialed_at < $3)`;

const IN_RANGE = 'dialed_at >= $2 AND dialed_at < $3';

function check(name: string, looked: string, broken: string): SqlCheck {
  return {
    name,
    sql: `WITH ${looked}
      SELECT (SELECT count(*)::int FROM looked) AS count,
        coalesce((SELECT json_agg(id) FROM (SELECT DISTINCT id FROM looked WHERE ${broken} ORDER BY id LIMIT ${MOST_IDS}) AS b), '[]') AS ids`,
  };
}

const calls = (condition: string) =>
  `($1::text IS NULL OR c.account_id = $1) AND c.created_at >= $2 AND c.created_at < $3 AND ${condition}`;

/** Everything that the service promises and that rows can show. */
export const SQL_CHECKS: readonly SqlCheck[] = [
  check(
    'recall_gap_kept',
    `${DIALS}, before AS (
       SELECT call_id AS id, kind, gap, dialed_at,
         max(ended_at) OVER (PARTITION BY account_id, phone_number ORDER BY dialed_at
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last_end
       FROM dial WHERE counted),
     looked AS (SELECT * FROM before WHERE kind = 'ai' AND ${IN_RANGE})`,
    `last_end + gap * interval '1 second' > dialed_at`,
  ),
  check(
    'daily_number_limit_kept',
    `${DIALS}, nth AS (
       SELECT call_id AS id, kind, per_number, dialed_at,
         row_number() OVER (PARTITION BY account_id, phone_number, local_day ORDER BY dialed_at) AS nth
       FROM dial WHERE counted),
     looked AS (SELECT * FROM nth WHERE kind = 'ai' AND ${IN_RANGE})`,
    'nth > per_number',
  ),
  check(
    'daily_account_limit_kept',
    `${DIALS}, nth AS (
       SELECT call_id AS id, per_day, dialed_at,
         row_number() OVER (PARTITION BY account_id, local_day ORDER BY dialed_at) AS nth
       FROM dial WHERE counted AND kind = 'ai'),
     looked AS (SELECT * FROM nth WHERE ${IN_RANGE})`,
    'nth > per_day',
  ),
  check(
    'lines_never_exceeded',
    `${DIALS}, move AS (
       SELECT call_id AS id, account_id, dialed_at AS at, 1 AS step, lines, dialed_at FROM dial
       UNION ALL SELECT call_id, account_id, ended_at, -1, NULL, dialed_at FROM dial WHERE ended_at IS NOT NULL),
     used AS (SELECT *, sum(step) OVER (PARTITION BY account_id ORDER BY at, step ROWS UNBOUNDED PRECEDING) AS in_use FROM move),
     looked AS (SELECT * FROM used WHERE step = 1 AND ${IN_RANGE})`,
    'in_use > lines',
  ),
  check(
    'one_call_at_once_to_a_number',
    `${DIALS}, before AS (
       SELECT call_id AS id, dialed_at,
         max(coalesce(ended_at, 'infinity')) OVER (PARTITION BY account_id, phone_number ORDER BY dialed_at
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last_end
       FROM dial),
     looked AS (SELECT * FROM before WHERE ${IN_RANGE})`,
    'last_end > dialed_at',
  ),
  check(
    'each_dial_recorded_once',
    `looked AS (
       SELECT c.id, c.attempt, (SELECT count(*) FROM dials d WHERE d.call_id = c.id) AS dials
       FROM calls c WHERE ${calls('c.attempt > 0')})`,
    'dials <> attempt',
  ),
  check(
    'one_final_event_for_each_final_call',
    `looked AS (
       SELECT c.id, c.status, c.finished_at IS NOT NULL AS finished,
         (SELECT count(*) FROM webhook_events e WHERE e.call_id = c.id) AS events,
         (SELECT min(e.type) FROM webhook_events e WHERE e.call_id = c.id) AS type
       FROM calls c WHERE ${calls('true')})`,
    `events <> finished::int
      OR (finished AND (type = 'call.completed') IS DISTINCT FROM (status = 'completed'))`,
  ),
  check(
    'each_talk_charged_once',
    `looked AS (
       SELECT c.id, coalesce(-sum(t.amount), 0) AS charged,
         CASE WHEN c.test OR c.duration_seconds IS NULL THEN 0
           ELSE greatest(1, ceil(c.duration_seconds / 60.0)) * coalesce(c.price_per_minute, 0) END AS price
       FROM calls c LEFT JOIN credit_transactions t ON t.call_id = c.id AND t.type = 'ai_call'
       WHERE ${calls('c.ended_at IS NOT NULL')} GROUP BY c.id
       UNION ALL
       SELECT c.id, coalesce(-sum(t.amount), 0), coalesce(c.charged, 0)
       FROM human_calls c LEFT JOIN credit_transactions t ON t.call_id = c.id AND t.type = 'human_call'
       WHERE ${calls('c.ended_at IS NOT NULL')} GROUP BY c.id)`,
    'charged <> price',
  ),
  check(
    'ledger_adds_up',
    `looked AS (
       SELECT a.account_id AS id, a.balance, a.reserved,
         coalesce((SELECT sum(amount) FROM credit_transactions t WHERE t.account_id = a.account_id), 0) AS entries,
         coalesce((SELECT sum(amount) FROM credit_reservations r WHERE r.account_id = a.account_id), 0) AS held
       FROM credit_accounts a WHERE ($1::text IS NULL OR a.account_id = $1) AND $2::timestamptz <= $3::timestamptz)`,
    'balance <> entries OR reserved <> held',
  ),
  check(
    'ledger_never_negative',
    `looked AS (
       SELECT id, balance_after, amount, type FROM credit_transactions t
       WHERE ($1::text IS NULL OR t.account_id = $1) AND t.created_at >= $2 AND t.created_at < $3)`,
    `balance_after < 0 AND type <> 'adjustment'`,
  ),
  check(
    'nothing_reserved_for_what_is_over',
    `looked AS (
       SELECT r.subject_id AS id, coalesce(c.ended_at, h.ended_at) AS ended_at FROM credit_reservations r
       LEFT JOIN calls c ON c.id = r.subject_id LEFT JOIN human_calls h ON h.id = r.subject_id
       WHERE ($1::text IS NULL OR r.account_id = $1) AND r.created_at >= $2 AND r.created_at < $3)`,
    'ended_at IS NOT NULL',
  ),
  check(
    'no_line_used_by_what_is_over',
    `looked AS (
       SELECT l.call_id AS id, coalesce(c.status, h.status) AS status FROM line_use l
       LEFT JOIN calls c ON c.id = l.call_id LEFT JOIN human_calls h ON h.id = l.call_id
       WHERE ($1::text IS NULL OR l.account_id = $1) AND $2::timestamptz <= $3::timestamptz)`,
    `status IS NULL OR status NOT IN ('dialing', 'ringing_counsellor', 'connecting', 'in_progress')`,
  ),
  check(
    'nothing_stuck',
    `looked AS (
       SELECT c.id, c.status, c.watchdog_at, c.analysis_due_at, c.finished_at, c.ended_at,
         EXISTS (SELECT FROM line_use l WHERE l.call_id = c.id) AS has_line
       FROM calls c WHERE ${calls("(c.status IN ('dialing', 'in_progress') OR (c.status = 'completed' AND c.finished_at IS NULL))")}
       UNION ALL
       SELECT c.id, CASE WHEN c.ended_at IS NULL THEN 'in_progress' ELSE c.status END, c.watchdog_at, NULL, NULL, c.ended_at,
         EXISTS (SELECT FROM line_use l WHERE l.call_id = c.id)
       FROM human_calls c WHERE ${calls("c.status IN ('ringing_counsellor', 'connecting', 'in_progress')")})`,
    `(status IN ('dialing', 'in_progress') AND (NOT has_line OR watchdog_at < now() - interval '5 minutes'))
      OR (status = 'completed' AND (analysis_due_at IS NULL OR ended_at < now() - interval '15 minutes'))`,
  ),
];
