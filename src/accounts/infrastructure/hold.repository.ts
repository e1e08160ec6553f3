import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface AccountHoldPeriod {
  readonly reason: string;
  readonly since: Date;
  readonly expectedUntil: Date | null;
  readonly until: Date | null;
}

/** Exceeds the time between the dispatch round that dials over a free line and the round that finds no other line. */
const MAX_GAP_MS = 1_000;

@Injectable()
export class AccountHoldRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Does nothing if an equal period is open. One with another reason or expected end is closed first. */
  async open(accountId: string, reason: string, since: Date, expectedUntil: Date | null): Promise<void> {
    const same = await this.unitOfWork.row(
      `SELECT id FROM account_holds
       WHERE account_id = $1 AND reason = $2 AND expected_until IS NOT DISTINCT FROM $3 AND until IS NULL`,
      [accountId, reason, expectedUntil],
    );
    if (same) return;
    await this.close(accountId, since);
    await this.unitOfWork.enqueue(
      'INSERT INTO account_holds (account_id, reason, since, expected_until) VALUES ($1, $2, $3, $4)',
      [accountId, reason, since, expectedUntil],
    );
  }

  async close(accountId: string, at: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      'UPDATE account_holds SET until = $2 WHERE account_id = $1 AND until IS NULL',
      [accountId, at],
    );
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM account_holds WHERE id = ANY (ARRAY (
         SELECT id FROM account_holds WHERE until < $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  /**
   * Oldest first. Periods never overlap: of those that began before `from` only the last can reach into it. A period
   * that repeats the previous one within 1 s continues it, or each dial of a busy queue would add one.
   */
  between(accountId: string, from: Date, to: Date): Promise<AccountHoldPeriod[]> {
    return this.unitOfWork.rows<AccountHoldPeriod>(
      `SELECT reason, min(since) AS since, expected_until AS "expectedUntil",
         nullif(max(coalesce(until, 'infinity')), 'infinity') AS until
       FROM (
         SELECT *, count(*) FILTER (WHERE starts) OVER (ORDER BY since, id) AS run
         FROM (
           SELECT id, reason, since, expected_until, until,
             (reason, expected_until) IS DISTINCT FROM (lag(reason) OVER before, lag(expected_until) OVER before)
               OR since > lag(until) OVER before + $4 * interval '1 millisecond' AS starts
           FROM account_holds
           WHERE account_id = $1 AND since <= $3 AND (until IS NULL OR until >= $2)
             AND since >= coalesce((SELECT max(since) FROM account_holds WHERE account_id = $1 AND since < $2), $2)
           WINDOW before AS (ORDER BY since, id)) AS periods) AS runs
       GROUP BY run, reason, expected_until
       ORDER BY since, run`,
      [accountId, from, to, MAX_GAP_MS],
    );
  }
}
