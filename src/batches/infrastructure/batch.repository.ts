import { Injectable } from '@nestjs/common';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { BatchState } from '../domain/batch';
import { BatchSchema } from './batch.schema';

const rows = new RowMap<BatchState>(BatchSchema);

@Injectable()
export class BatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(batch: BatchState): Promise<void> {
    await this.unitOfWork.manager.getRepository(BatchSchema).insert({ ...batch });
  }

  /** Names of batches of an account, by id. */
  async names(accountId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
    const found = await this.unitOfWork.rows<{ id: string; name: string | null }>(
      'SELECT id, name FROM batches WHERE account_id = $1 AND id = ANY ($2)',
      [accountId, ids],
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  find(accountId: string, id: string): Promise<BatchState | null> {
    return this.unitOfWork.manager.getRepository(BatchSchema).findOneBy({ accountId, id });
  }

  /** Locks a batch until the end of the transaction. */
  async lock(accountId: string, id: string): Promise<BatchState | null> {
    const row = await this.unitOfWork.row<Record<string, unknown>>(
      `SELECT ${rows.select()} FROM batches WHERE account_id = $1 AND id = $2 FOR UPDATE`,
      [accountId, id],
    );
    return row ? rows.state(row) : null;
  }

  /** Newest first, at most `limit`, starting after `after`. */
  async list(accountId: string, limit: number, after: BatchState | null): Promise<BatchState[]> {
    const found = await this.unitOfWork.rows<Record<string, unknown>>(
      `SELECT ${rows.select()} FROM batches
       WHERE account_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4))
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [accountId, limit, after?.createdAt ?? null, after?.id ?? null],
    );
    return found.map((row) => rows.state(row));
  }
}
