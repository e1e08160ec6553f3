import { check, type SqlCheck } from './check';

/** After the end of a call or voice test: `unknown` comes within a minute. */
const ENDED_LONG_AGO = `now() - interval '10 minutes'`;

const IN_SCOPE = '($1::text IS NULL OR i.account_id = $1) AND i.at >= $2 AND i.at < $3';

/** Each use of a tool has an end, and no write of a talk was sent twice. */
export const TOOL_CHECKS: readonly SqlCheck[] = [
  check(
    'each_tool_ended',
    `SELECT i.id, i.status, COALESCE(c.ended_at, v.ended_at) AS ended_at FROM tool_invocations i
       LEFT JOIN calls c ON c.id = i.call_id LEFT JOIN voice_tests v ON v.id = i.call_id WHERE ${IN_SCOPE}`,
    `status = 'running' AND ended_at < ${ENDED_LONG_AGO}`,
  ),
  check(
    'no_write_sent_twice',
    `SELECT min(i.id) AS id, max(i.attempts) AS attempts,
       count(*) FILTER (WHERE i.status IN ('running', 'succeeded', 'unknown', 'timed_out')) AS sent
     FROM tool_invocations i
     WHERE ${IN_SCOPE} AND i.effect = 'write' AND i.attempts > 0 AND NOT i.simulated AND i.repeated_of IS NULL
     GROUP BY i.call_id, i.key`,
    'attempts > 2 OR sent > 1',
  ),
];
