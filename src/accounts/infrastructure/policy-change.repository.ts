import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Stores policy changes not yet applied to the account's waiting calls. */
@Injectable()
export class PolicyChangeRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Later than any earlier change, even if the clock was set back. */
  async add(accountId: string, at: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO policy_changes AS p (account_id, changed_at) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE
       SET changed_at = GREATEST(excluded.changed_at, p.changed_at + interval '1 millisecond')`,
      [accountId, at],
    );
  }

  /** `null`: no change is pending. */
  async find(accountId: string): Promise<Date | null> {
    const row = await this.unitOfWork.row<{ at: Date }>(
      'SELECT changed_at AS at FROM policy_changes WHERE account_id = $1',
      [accountId],
    );
    return row?.at ?? null;
  }

  async remove(accountId: string, changedAt: Date): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM policy_changes WHERE account_id = $1 AND changed_at = $2', [
      accountId,
      changedAt,
    ]);
  }

  async before(instant: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ account_id: string }>(
      'SELECT account_id FROM policy_changes WHERE changed_at < $1 ORDER BY changed_at',
      [instant],
    );
    return rows.map((row) => row.account_id);
  }
}
