import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { BatchState } from '../domain/batch';
import { BatchSchema } from './batch.schema';

const rows = new RowMap<BatchState>(BatchSchema);

@Injectable()
export class BatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  insert(batch: BatchState): Promise<void> {
    return this.unitOfWork.insert(BatchSchema, batch);
  }

  /** Returns for each of these batches the first of its upload, which is the batch itself outside uploads. */
  async firstOf(accountId: string, ids: readonly string[]): Promise<Map<string, BatchState>> {
    const found = await this.unitOfWork.rows<StoredRow & { requested_id: string }>(
      `SELECT asked.id AS requested_id, ${rows.select('f')} FROM batches asked JOIN batches f ON f.id = coalesce(asked.upload_id, asked.id)
       WHERE asked.account_id = $1 AND asked.id = ANY ($2)`,
      [accountId, ids],
    );
    return new Map(found.map((row) => [row.requested_id, rows.state(row)]));
  }

  /** All batches of each upload, given by its first, in the order in which they were queued. */
  async uploads(accountId: string, firsts: readonly BatchState[]): Promise<BatchState[][]> {
    const ids = firsts.flatMap(({ id, uploadKey }) => (uploadKey === null ? [] : [id]));
    if (ids.length === 0) return firsts.map((first) => [first]);
    const later = await this.#batches.find({
      where: { accountId, uploadId: In(ids) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return firsts.map((first) => [first, ...later.filter(({ uploadId }) => uploadId === first.id)]);
  }

  /** The first batch of the upload with this key that began after an instant. */
  upload(accountId: string, key: string, since: Date): Promise<BatchState | null> {
    return this.#batches.findOne({
      where: { accountId, uploadKey: key, createdAt: MoreThan(since), uploadId: IsNull() },
      order: { createdAt: 'DESC' },
    });
  }

  /** Lets one transaction at a time add to the uploads with this key. */
  async lockUpload(accountId: string, key: string): Promise<void> {
    await this.unitOfWork.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 55012))', [
      `${accountId} ${key}`,
    ]);
  }

  find(accountId: string, id: string): Promise<BatchState | null> {
    return this.#batches.findOneBy({ accountId, id });
  }

  /** Locks a batch until the end of the transaction. */
  lock(accountId: string, id: string): Promise<BatchState | null> {
    return this.#batches.findOne({ where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Newest first, at most `limit`, starting after `after`. */
  list(accountId: string, limit: number, after: BatchState | null): Promise<BatchState[]> {
    return this.#list(accountId, limit, after, 'true', []);
  }

  /** First batches of uploads and batches of their own, newest first; of one key alone where it is given. */
  listFirsts(
    accountId: string,
    key: string | undefined,
    limit: number,
    after: BatchState | null,
  ): Promise<BatchState[]> {
    const isFirst = 'upload_id IS NULL';
    if (key === undefined) return this.#list(accountId, limit, after, isFirst, []);
    return this.#list(accountId, limit, after, `${isFirst} AND upload_key = $5`, [key]);
  }

  async #list(
    accountId: string,
    limit: number,
    after: BatchState | null,
    condition: string,
    more: readonly unknown[],
  ): Promise<BatchState[]> {
    const found = await this.unitOfWork.rows<StoredRow>(
      `SELECT ${rows.select()} FROM batches
       WHERE account_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4)) AND ${condition}
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [accountId, limit, after?.createdAt ?? null, after?.id ?? null, ...more],
    );
    return found.map((row) => rows.state(row));
  }

  get #batches() {
    return this.unitOfWork.repository(BatchSchema);
  }
}
