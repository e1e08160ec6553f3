import { LIVE_CALL_STATUSES } from '../../calls';
import { LIVE_HUMAN_CALL_STATUSES } from '../../human-calls';

/** What is audited: all accounts or one, in a range of time. */
export interface AuditScope {
  readonly accountId: string | null;
  readonly from: Date;
  readonly to: Date;
}

/**
 * A check as one statement: `count` of what was looked at, and the `ids` of what breaks the rule. `$1` is the account or
 * null, `$2` and `$3` the range.
 */
export interface SqlCheck {
  readonly name: string;
  readonly sql: string;
}

/** A failed check names at most so many ids. */
export const MOST_IDS = 1_000;

/**
 * `looked` is a SELECT with a column `id`; `broken` is what a row of it must not be. The rows are walked once and never
 * kept: what is remembered are the ids of the broken ones.
 */
export function check(name: string, looked: string, broken: string): SqlCheck {
  return {
    name,
    sql: `SELECT count(*)::int AS count,
        coalesce((array_agg(DISTINCT id) FILTER (WHERE ${broken}))[1:${MOST_IDS}], '{}') AS ids
      FROM (${looked}) AS looked`,
  };
}

/** Rows of the scope's account, in the range by the time they were made. */
export function inScope(alias: string, condition = 'true'): string {
  return `${ofAccount(alias)} AND ${alias}.created_at >= $2 AND ${alias}.created_at < $3 AND (${condition})`;
}

/** Rows of the scope's account, whenever they were made: for what must hold now, whatever the range. */
export function ofAccount(alias: string): string {
  return `($1::text IS NULL OR ${alias}.account_id = $1) AND $2::timestamptz < $3::timestamptz`;
}

/** The statuses of calls of either kind that use a line, as a list of SQL literals. */
export const LIVE = [...new Set<string>([...LIVE_CALL_STATUSES, ...LIVE_HUMAN_CALL_STATUSES])]
  .map((status) => `'${status}'`)
  .join(', ');
