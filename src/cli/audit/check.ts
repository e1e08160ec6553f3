import { LIVE_CALL_STATUSES } from '../../calls';
import { LIVE_HUMAN_CALL_STATUSES } from '../../human-calls';

export interface AuditScope {
  readonly accountId: string | null;
  readonly from: Date;
  readonly to: Date;
}

/** `count` of rows examined, and `ids` of violations. `$1` is the account or null, `$2` and `$3` the range. */
export interface SqlCheck {
  readonly name: string;
  readonly sql: string;
}

export const MAX_IDS = 1_000;

/** `looked` is a SELECT with a column `id`; `broken` is the condition that violates the rule. */
export function check(name: string, looked: string, broken: string): SqlCheck {
  return {
    name,
    sql: `SELECT count(*)::int AS count,
        coalesce((array_agg(DISTINCT id) FILTER (WHERE ${broken}))[1:${MAX_IDS}], '{}') AS ids
      FROM (${looked}) AS looked`,
  };
}

/** Rows of the account, created within the range. */
export function inScope(alias: string, condition = 'true'): string {
  return `${ofAccount(alias)} AND ${alias}.created_at >= $2 AND ${alias}.created_at < $3 AND (${condition})`;
}

/** Whenever created: for rules about the present. */
export function ofAccount(alias: string): string {
  return `($1::text IS NULL OR ${alias}.account_id = $1) AND $2::timestamptz < $3::timestamptz`;
}

export const LIVE = [...new Set<string>([...LIVE_CALL_STATUSES, ...LIVE_HUMAN_CALL_STATUSES])]
  .map((status) => `'${status}'`)
  .join(', ');
