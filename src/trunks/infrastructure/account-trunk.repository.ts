import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface TrunkCapacity {
  readonly channels: number;
  /** First legs. */
  readonly callsPerSecond: number;
}

/** The trunks of accounts, in the order in which they are tried. */
@Injectable()
export class AccountTrunkRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async of(accountId: string): Promise<string[]> {
    return (await this.ofAll([accountId])).get(accountId) ?? [];
  }

  async ofAll(accountIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.unitOfWork.rows<{ account_id: string; trunks: string[] }>(
      `SELECT account_id, array_agg(trunk_id ORDER BY position) AS trunks FROM account_trunks
       WHERE account_id = ANY ($1) GROUP BY account_id`,
      [accountIds],
    );
    return new Map(rows.map((row) => [row.account_id, row.trunks]));
  }

  /** Sums of the enabled trunks. */
  async capacity(accountId: string): Promise<TrunkCapacity> {
    const sums = await this.unitOfWork.row<TrunkCapacity>(
      `SELECT coalesce(sum(t.channels), 0)::int AS channels, coalesce(sum(t.cps), 0) AS "callsPerSecond"
       FROM account_trunks a JOIN trunks t ON t.id = a.trunk_id WHERE a.account_id = $1 AND t.enabled`,
      [accountId],
    );
    return sums ?? { channels: 0, callsPerSecond: 0 };
  }

  /** The lock of the account's line row separates two changes. */
  async replace(accountId: string, trunkIds: readonly string[]): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM account_trunks WHERE account_id = $1', [accountId]);
    await this.unitOfWork.affected(
      `INSERT INTO account_trunks (account_id, position, trunk_id)
       SELECT $1, position, trunk_id FROM unnest($2::text[]) WITH ORDINALITY AS given (trunk_id, position)`,
      [accountId, trunkIds],
    );
  }
}
