import { check, inScope, LIVE, ofAccount, type SqlCheck } from './check';

const MAX_LEG_INTERVAL = '2 days';

/** Legs of all accounts, which share the channels of their trunks. Trunks are compared bytewise, which is faster. */
const LEGS = `(SELECT call_id, account_id, trunk_id COLLATE "C" AS trunk_id, channels, began_at, ended_at
  FROM legs WHERE began_at >= $2::timestamptz - interval '${MAX_LEG_INTERVAL}' AND began_at < $3
    AND (ended_at IS NULL OR ended_at > began_at)) AS leg`;

/** After this time the recording is stored, awaited, or known not to exist. */
const RECORDING_TIME = `interval '45 minutes'`;

/** A carrier that cannot hang up lets the phones of an ended human call ring until its limits have passed. */
const RINGS_ON = `h.status_updates = 'final_only'
  AND h.dialed_at + coalesce(h.max_talk_seconds, 0) * interval '1 second' > now() - interval '5 minutes'`;

/** Answered real calls of a table. A human call has one dial. */
const recordingsOf = (table: string) => {
  const attempt = table === 'calls' ? 'c.attempt' : '1';
  return `SELECT c.id, c.recording, c.duration_seconds > 0 AS talked, d.policy->'recording' = 'true' AS asked
     FROM ${table} c LEFT JOIN dials d ON d.call_id = c.id AND d.attempt = ${attempt}
     WHERE ${inScope('c', `c.answered_at IS NOT NULL AND c.ended_at < now() - ${RECORDING_TIME}`)}
       AND EXISTS (SELECT FROM legs l WHERE l.call_id = c.id AND l.attempt = ${attempt})`;
};

export const LEG_CHECKS: readonly SqlCheck[] = [
  check(
    'channels_never_exceeded',
    // At one instant ends come before begins: the new leg has the channel of the old one.
    `SELECT * FROM (
       SELECT *, sum(step) OVER (PARTITION BY trunk_id ORDER BY at, step ROWS UNBOUNDED PRECEDING) AS in_use
       FROM (
         SELECT call_id AS id, account_id, trunk_id, began_at AS at, 1 AS step, channels FROM ${LEGS}
         UNION ALL
         SELECT call_id, account_id, trunk_id, ended_at, -1, NULL FROM ${LEGS} WHERE ended_at IS NOT NULL
       ) AS move) AS used
     WHERE step = 1 AND at >= $2 AND ($1::text IS NULL OR account_id = $1)`,
    'in_use > channels',
  ),
  check(
    'no_leg_left_open',
    `SELECT l.call_id AS id, coalesce(c.status, h.status) IN (${LIVE}) OR (${RINGS_ON}) AS right
     FROM legs l LEFT JOIN calls c ON c.id = l.call_id LEFT JOIN human_calls h ON h.id = l.call_id
     WHERE ${ofAccount('l')} AND l.ended_at IS NULL`,
    '"right" IS NOT TRUE',
  ),
  check(
    'recording_of_each_answered_call',
    // A call that was hung up at once has no recording.
    ['calls', 'human_calls'].map(recordingsOf).join(' UNION ALL '),
    `recording IS NULL OR recording = 'awaited' OR (recording = 'none' AND talked AND asked)`,
  ),
];
