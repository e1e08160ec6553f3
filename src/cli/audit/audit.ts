import type { Accounts, CallingRules } from '../../accounts';
import type { UnitOfWork } from '../../platform/database/unit-of-work';
import { UsageError } from '../output';
import { type AuditScope, SQL_CHECKS } from './checks';

/** One promise: how much was looked at, and the ids of what breaks it. */
interface CheckResult {
  readonly name: string;
  readonly count: number;
  readonly failures: readonly string[];
}

export interface AuditReport {
  readonly ok: boolean;
  readonly checks: readonly CheckResult[];
}

type Policy = CallingRules['policy'];

const PAGE = 20_000;

/** Proves from the database what the service promises. Reads alone, page by page, and locks nobody out. */
export async function audit(
  unitOfWork: UnitOfWork,
  scope: AuditScope,
  isOpen: (policy: Policy, at: Date) => boolean,
): Promise<AuditReport> {
  const checks = [await checkHours(unitOfWork, scope, isOpen)];
  for (const { name, sql } of SQL_CHECKS) {
    const row = await unitOfWork.row<{ count: number; ids: string[] }>(sql, [
      scope.accountId,
      scope.from,
      scope.to,
    ]);
    checks.push({ name, count: row?.count ?? 0, failures: row?.ids ?? [] });
  }
  return { ok: checks.every(({ failures }) => failures.length === 0), checks };
}

/** No AI dial outside the calling hours that were in force when it dialed; time zones are judged as the service judges. */
async function checkHours(
  unitOfWork: UnitOfWork,
  { accountId, from, to }: AuditScope,
  isOpen: (policy: Policy, at: Date) => boolean,
): Promise<CheckResult> {
  const failures: string[] = [];
  let count = 0;
  let after: { call_id: string; attempt: number } = { call_id: '', attempt: 0 };
  for (;;) {
    const rows = await unitOfWork.rows<{ call_id: string; attempt: number; dialed_at: Date; policy: Policy }>(
      `SELECT call_id, attempt, dialed_at, policy FROM dials
       WHERE (call_id, attempt) > ($1, $2) AND counted AND kind = 'ai' AND NOT test
         AND ($3::text IS NULL OR account_id = $3) AND dialed_at >= $4 AND dialed_at < $5
       ORDER BY call_id, attempt LIMIT ${PAGE}`,
      [after.call_id, after.attempt, accountId, from, to],
    );
    for (const row of rows) if (!isOpen(row.policy, row.dialed_at)) failures.push(row.call_id);
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return { name: 'no_dial_outside_calling_hours', count, failures };
    after = last;
  }
}

/** The range in instants: a day is a day of the account's zone (UTC without an account); `to` includes its day. */
export async function auditScope(
  accounts: Accounts,
  { account, from, to }: { account?: string; from?: string; to?: string },
  read: (text: string, timeZone: string, endOfDay: boolean) => Date,
): Promise<AuditScope | null> {
  const found = account === undefined ? null : await accounts.find(account);
  if (account !== undefined && !found) return null;
  const zone = found?.timezone ?? 'UTC';
  const scope = {
    accountId: found?.id ?? null,
    from: from === undefined ? new Date(0) : read(from, zone, false),
    to: to === undefined ? new Date(Date.now() + 60_000) : read(to, zone, true),
  };
  if (scope.from >= scope.to) throw new UsageError('--from must lie before --to.');
  return scope;
}
