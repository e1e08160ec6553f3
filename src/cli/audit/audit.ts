import type { Accounts, CallingRules } from '../../accounts';
import type { UnitOfWork } from '../../platform/database/unit-of-work';
import { parseInstant } from '../../platform/kernel/instant';
import { startOfDay } from '../../platform/kernel/zoned-time';
import { UsageError } from '../output';
import { type AuditScope, MAX_IDS } from './check';
import { SQL_CHECKS } from './checks';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

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

interface DialedMinute {
  readonly hours: Policy['hours'];
  readonly zone: string;
  readonly minute: Date;
  readonly dials: number;
}

const PAGE_SIZE = 10_000;
/** Memory of one sort; the database spills the rest to temporary files. */
const WORK_MEM = '64MB';

/** More would overload the service's database. */
const CONCURRENCY = 2;

const COUNTED = `counted AND kind = 'ai' AND NOT test AND ($1::text IS NULL OR account_id = $1)
  AND dialed_at >= $2 AND dialed_at < $3`;

/** Checks the service's rules against the database, read-only: each check is one snapshot and blocks nothing. */
export async function audit(
  unitOfWork: UnitOfWork,
  scope: AuditScope,
  isOpen: (policy: Policy, at: Date) => boolean,
): Promise<AuditReport> {
  const { accountId, from, to } = scope;
  const waiting = [
    () => checkHours(unitOfWork, scope, isOpen),
    ...SQL_CHECKS.map(({ name, sql }) => async (): Promise<CheckResult> => {
      const row = await unitOfWork.row<{ count: number; ids: string[] }>(sql, [accountId, from, to]);
      return { name, count: row?.count ?? 0, failures: row?.ids ?? [] };
    }),
  ];
  const checks: CheckResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < waiting.length; at = next++) {
      const check = waiting[at];
      if (check) checks[at] = await reading(unitOfWork, check);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { ok: checks.every(({ failures }) => failures.length === 0), checks };
}

function reading<T>(unitOfWork: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return unitOfWork.run(async () => {
    await unitOfWork.affected('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await unitOfWork.affected('SET LOCAL statement_timeout = 0');
    await unitOfWork.affected(`SET LOCAL work_mem = '${WORK_MEM}'`);
    return work();
  });
}

/** Uses the service's own time zone code. Hours start and end on the minute, so each minute is checked once. */
async function checkHours(
  unitOfWork: UnitOfWork,
  { accountId, from, to }: AuditScope,
  isOpen: (policy: Policy, at: Date) => boolean,
): Promise<CheckResult> {
  const scope = [accountId, from, to];
  await unitOfWork.affected(
    `DECLARE dialed_minutes NO SCROLL CURSOR FOR
       SELECT policy->'hours' AS hours, policy->>'timeZone' AS zone, date_trunc('minute', dialed_at) AS minute,
         count(*)::int AS dials
       FROM dials WHERE ${COUNTED} GROUP BY 1, 2, 3`,
    scope,
  );
  const failures = new Set<string>();
  let count = 0;
  for (let more = true; more;) {
    const minutes = await unitOfWork.rows<DialedMinute>(`FETCH ${PAGE_SIZE} FROM dialed_minutes`);
    for (const { hours, zone, minute, dials } of minutes) {
      count += dials;
      if (failures.size >= MAX_IDS || isOpen({ hours, timeZone: zone } as Policy, minute)) continue;
      const closed = await unitOfWork.rows<{ call_id: string }>(
        `SELECT call_id FROM dials
         WHERE ${COUNTED} AND date_trunc('minute', dialed_at) = $4 AND policy->'hours' = $5::jsonb
           AND policy->>'timeZone' = $6 ORDER BY call_id LIMIT ${MAX_IDS}`,
        [...scope, minute, JSON.stringify(hours), zone],
      );
      for (const { call_id: id } of closed) failures.add(id);
    }
    more = minutes.length === PAGE_SIZE;
  }
  return { name: 'no_dial_outside_calling_hours', count, failures: [...failures].sort().slice(0, MAX_IDS) };
}

/** A day is one of the account's time zone (UTC for all accounts); `to` includes its day. */
export async function auditScope(
  accounts: Accounts,
  { account, from, to }: { account?: string; from?: string; to?: string },
): Promise<AuditScope | null> {
  const found = account === undefined ? null : await accounts.find(account);
  if (account !== undefined && !found) return null;
  const zone = found?.timezone ?? 'UTC';
  const scope = {
    accountId: found?.id ?? null,
    from: from === undefined ? new Date(0) : readMoment(from, zone, false),
    to: to === undefined ? new Date(Date.now() + MINUTE_MS) : readMoment(to, zone, true),
  };
  if (scope.from < scope.to) return scope;
  if (to === undefined) throw new UsageError('--from must not lie in the future.');
  if (from === undefined) throw new UsageError('--to must not lie before 1970.');
  throw new UsageError('--from must lie before --to.');
}

function readMoment(text: string, timeZone: string, endOfDay: boolean): Date {
  const instant = parseInstant(text);
  if (instant) return instant;
  return startOfDay(text, timeZone, endOfDay ? 1 : 0);
}
