import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Trunks that are reserved for waiting human calls (`account_trunks.humans_wait_until`). */
@Injectable()
export class ChannelReservationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async set(accountId: string, until: Date, firstTrunkOnly: boolean): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE account_trunks a SET humans_wait_until = $2 FROM trunks t
       WHERE a.account_id = $1 AND t.id = a.trunk_id AND t.channels > 1 AND (NOT $3 OR a.position = 1)`,
      [accountId, until, firstTrunkOnly],
    );
  }

  async clear(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE account_trunks SET humans_wait_until = NULL
       WHERE account_id = $1 AND humans_wait_until IS NOT NULL`,
      [accountId],
    );
  }

  hasReserved(accountId: string, now: Date): Promise<boolean> {
    return this.unitOfWork.exists(
      'SELECT 1 FROM account_trunks WHERE account_id = $1 AND humans_wait_until > $2 LIMIT 1',
      [accountId, now],
    );
  }

  async findReserved(trunkIds: readonly string[], now: Date): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      `SELECT DISTINCT trunk_id AS id FROM account_trunks WHERE trunk_id = ANY ($1) AND humans_wait_until > $2`,
      [trunkIds, now],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
