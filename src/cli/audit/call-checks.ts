import { check, inScope, LIVE, ofAccount, type SqlCheck } from './check';

/** Due for longer counts as lost: sweeps run every second, and deliveries may wait for others. */
const LEFT_BEHIND = `now() - interval '5 minutes'`;
const UNDELIVERED = `now() - interval '1 hour'`;
/** Analyses get five tries within five minutes (R70). */
const UNREAD = `now() - interval '15 minutes'`;
/** Human calls wait at most 10 minutes (R61). */
const WAITED_TOO_LONG = `now() - interval '15 minutes'`;

/** Every call ends once with one event (R14), and nothing is left behind. */
export const CALL_CHECKS: readonly SqlCheck[] = [
  check(
    'one_final_event_for_each_final_call',
    `SELECT c.id, c.status, c.finished_at IS NOT NULL AS finished, count(e.id) AS events, min(e.type) AS type
     FROM calls c LEFT JOIN webhook_events e ON e.call_id = c.id
     WHERE ${inScope('c')} GROUP BY c.id`,
    `events <> finished::int
      OR (finished AND type <> CASE WHEN status = 'completed' THEN 'call.completed' ELSE 'call.not_connected' END)`,
  ),
  check(
    'one_event_for_each_analysed_human_call',
    `SELECT h.id, h.analyze_call AND h.analysis_status IN ('completed', 'failed', 'skipped') AS analysed,
       h.analyze_call = (h.analysis_status <> 'not_requested') AS says_so, count(e.id) AS events, min(e.type) AS type
     FROM human_calls h LEFT JOIN webhook_events e ON e.call_id = h.id
     WHERE ${inScope('h')} GROUP BY h.id`,
    `events <> analysed::int OR NOT says_so OR type <> 'human_call.analysis_ready'`,
  ),
  check(
    'no_line_used_by_what_is_over',
    `SELECT l.call_id AS id, coalesce(c.status, h.status) IN (${LIVE}) AS right
     FROM line_use l LEFT JOIN calls c ON c.id = l.call_id LEFT JOIN human_calls h ON h.id = l.call_id
     WHERE ${ofAccount('l')}
     UNION ALL
     SELECT w.call_id, h.status = 'queued' FROM line_waits w LEFT JOIN human_calls h ON h.id = w.call_id
     WHERE ${ofAccount('w')}`,
    '"right" IS NOT TRUE',
  ),
  check(
    'nothing_stuck',
    `SELECT c.id, CASE c.status
         WHEN 'queued' THEN c.queued_from + a.queue_seconds * interval '1 second' < ${LEFT_BEHIND}
         WHEN 'completed' THEN c.analysis_due_at IS NULL OR c.ended_at < ${UNREAD}
         ELSE c.watchdog_at IS NULL OR c.watchdog_at < ${LEFT_BEHIND}
           OR NOT EXISTS (SELECT FROM line_use l WHERE l.call_id = c.id) END AS stuck
     FROM calls c JOIN accounts a ON a.id = c.account_id WHERE ${inScope('c', 'c.finished_at IS NULL')}
     UNION ALL
     SELECT h.id, CASE
         WHEN h.status = 'queued' THEN h.created_at < ${WAITED_TOO_LONG}
           OR NOT EXISTS (SELECT FROM line_waits w WHERE w.call_id = h.id)
         WHEN h.ended_at IS NULL THEN h.watchdog_at IS NULL OR h.watchdog_at < ${LEFT_BEHIND}
           OR NOT EXISTS (SELECT FROM line_use l WHERE l.call_id = h.id)
         ELSE h.analysis_due_at IS NULL OR h.ended_at < ${UNREAD} END
     FROM human_calls h
     WHERE ${inScope('h', "h.ended_at IS NULL OR h.analysis_status IN ('waiting', 'processing')")}`,
    'stuck',
  ),
  check(
    'no_event_left_undelivered',
    `SELECT e.id, e.next_attempt_at, EXISTS (SELECT FROM webhook_endpoints w WHERE w.account_id = e.account_id) AS wanted
     FROM webhook_events e WHERE ${inScope('e', "e.state = 'pending'")}`,
    `NOT wanted OR next_attempt_at IS NULL OR next_attempt_at < ${UNDELIVERED}`,
  ),
  check(
    'outbox_carried_on',
    `SELECT o.id::text AS id, o.created_at FROM outbox o
     WHERE ($1::text IS NULL OR o.payload->>'accountId' = $1) AND $2::timestamptz < $3::timestamptz`,
    `created_at < ${LEFT_BEHIND}`,
  ),
];
