import { check, inScope, type SqlCheck } from './check';

/** With the policy stored with them (R20), and those of `lookBack` before. Bytewise (COLLATE "C"), which is faster. */
function dials(lookBack: string): string {
  return `(SELECT d.call_id AS id, d.account_id COLLATE "C" AS account_id, d.phone_number COLLATE "C" AS phone_number, d.kind, d.counted, d.local_day, d.dialed_at, d.ended_at,
      (d.policy->>'recallGapSeconds')::int AS gap, (d.policy->>'dailyPerNumber')::int AS per_number,
      (d.policy->>'dailyLimit')::int AS per_day, (d.policy->>'lines')::int AS lines
    FROM dials d WHERE NOT d.test AND ($1::text IS NULL OR d.account_id = $1)
      AND d.dialed_at >= $2::timestamptz - interval '${lookBack}' AND d.dialed_at < $3) AS dial`;
}

/** The longest possible gap and the longest call. */
const MAX_RECALL_GAP = '32 days';
/** A local day with a clock change, and the longest call. */
const A_DAY = '2 days';

const IN_RANGE = 'dialed_at >= $2';
const EARLIER = 'ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING';

/** Only lines and numbers in use limit human calls (R24). An inbound call uses a line and is not limited (R153). */
export const DIAL_CHECKS: readonly SqlCheck[] = [
  check(
    'recall_gap_kept',
    `SELECT * FROM (
       SELECT id, kind, gap, dialed_at, max(ended_at) OVER (
         PARTITION BY account_id, phone_number ORDER BY dialed_at ${EARLIER}) AS last_end
       FROM ${dials(MAX_RECALL_GAP)} WHERE counted) AS before
     WHERE kind = 'ai' AND ${IN_RANGE}`,
    `last_end + gap * interval '1 second' > dialed_at`,
  ),
  check(
    'daily_number_limit_kept',
    `SELECT * FROM (
       SELECT id, kind, per_number, dialed_at, row_number() OVER (
         PARTITION BY account_id, phone_number, local_day ORDER BY dialed_at) AS nth
       FROM ${dials(A_DAY)} WHERE counted) AS counting
     WHERE kind = 'ai' AND ${IN_RANGE}`,
    'nth > per_number',
  ),
  check(
    'daily_account_limit_kept',
    `SELECT * FROM (
       SELECT id, per_day, dialed_at, row_number() OVER (PARTITION BY account_id, local_day ORDER BY dialed_at) AS nth
       FROM ${dials(A_DAY)} WHERE counted AND kind = 'ai') AS counting
     WHERE ${IN_RANGE}`,
    'nth > per_day',
  ),
  check(
    'lines_never_exceeded',
    `SELECT * FROM (
       SELECT *, sum(step) OVER (PARTITION BY account_id ORDER BY at, step ROWS UNBOUNDED PRECEDING) AS in_use
       FROM (
         SELECT id, account_id, dialed_at AS at, 1 AS step, lines, dialed_at FROM ${dials(A_DAY)}
         UNION ALL
         SELECT id, account_id, ended_at, -1, NULL, dialed_at FROM ${dials(A_DAY)} WHERE ended_at IS NOT NULL
       ) AS move) AS used
     WHERE step = 1 AND ${IN_RANGE}`,
    'in_use > lines',
  ),
  check(
    'one_call_at_once_to_a_number',
    `SELECT * FROM (
       SELECT id, dialed_at, max(coalesce(ended_at, 'infinity')) OVER (
         PARTITION BY account_id, phone_number ORDER BY dialed_at ${EARLIER}) AS last_end
       FROM ${dials(A_DAY)} WHERE kind <> 'inbound') AS before
     WHERE ${IN_RANGE}`,
    'last_end > dialed_at',
  ),
  check(
    'each_dial_recorded_once',
    `SELECT c.id, c.attempt AS asked, count(d.call_id) AS recorded
     FROM calls c LEFT JOIN dials d ON d.call_id = c.id
       AND d.kind = CASE WHEN c.direction = 'inbound' THEN 'inbound' ELSE 'ai' END
     WHERE ${inScope('c', 'c.attempt > 0')} GROUP BY c.id
     UNION ALL
     SELECT h.id, (h.dialed_at IS NOT NULL)::int, count(d.call_id)
     FROM human_calls h LEFT JOIN dials d ON d.call_id = h.id AND d.kind = 'human'
     WHERE ${inScope('h')} GROUP BY h.id`,
    'asked <> recorded',
  ),
];
