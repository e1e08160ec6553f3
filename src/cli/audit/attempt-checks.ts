import { check, inScope, type SqlCheck } from './check';

const CHAINED = 'c.first_call_id IS NOT NULL';

/** The end of a call, as the field `on` of its policy names it. */
const CAUSE = `CASE c.status WHEN 'completed' THEN 'voicemail' ELSE c.status END`;

/** Each end of a chain's call has one next attempt or a reason for none. */
export const ATTEMPT_CHECKS: readonly SqlCheck[] = [
  check(
    'one_next_attempt',
    `SELECT c.id, c.next_call_id, c.retry_stopped, c.ended_at IS NOT NULL AS final,
       (SELECT count(*) FROM calls n WHERE n.account_id = c.account_id AND n.first_call_id = c.first_call_id
          AND n.chain_attempt = c.chain_attempt + 1) AS attempts,
       (SELECT n.previous_call_id FROM calls n WHERE n.id = c.next_call_id) AS back
     FROM calls c WHERE ${inScope('c', CHAINED)}`,
    `attempts <> (next_call_id IS NOT NULL)::int OR (next_call_id IS NOT NULL AND back IS DISTINCT FROM id)
      OR CASE WHEN final THEN (next_call_id IS NULL) = (retry_stopped IS NULL)
         ELSE next_call_id IS NOT NULL OR retry_stopped IS NOT NULL END`,
  ),
  check(
    'attempts_within_policy',
    `SELECT c.id, c.chain_attempt, (c.retry ->> 'maxAttempts')::int AS most, c.next_call_id IS NOT NULL AS continued,
       EXISTS (SELECT FROM json_array_elements_text(c.retry -> 'on') AS cause WHERE cause = ${CAUSE}) AS wanted,
       c.next_at < c.ended_at AS early
     FROM calls c WHERE ${inScope('c', CHAINED)}`,
    'most IS NULL OR chain_attempt NOT BETWEEN 1 AND most OR (continued AND (NOT wanted OR early))',
  ),
  check(
    'no_attempt_after_reached',
    `SELECT c.id, EXISTS (SELECT FROM calls n WHERE n.account_id = c.account_id AND n.first_call_id = c.first_call_id
        AND n.chain_attempt > c.chain_attempt) AS followed
     FROM calls c WHERE ${inScope('c', `${CHAINED} AND c.retry_stopped = 'reached'`)}`,
    'followed',
  ),
];
