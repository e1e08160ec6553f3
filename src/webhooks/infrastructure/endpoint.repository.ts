import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EndpointState } from '../domain/endpoint';
import { EndpointSchema } from './endpoint.schema';

const rows = new RowMap<EndpointState>(EndpointSchema);

/** Plain SQL instead of TypeORM's builder: every event of an account reads its endpoint. */
const FIND = `SELECT ${rows.select()} FROM webhook_endpoints WHERE ${among('account_id', '$1')}`;

/** Stores at most one endpoint for each account. */
@Injectable()
export class EndpointRepository {
  readonly #found: BatchLoaderById<EndpointState>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#found = new BatchLoaderById(unitOfWork, (accountIds) => this.findAll(accountIds));
  }

  insert(endpoint: EndpointState): Promise<boolean> {
    return this.unitOfWork.insertIfUnique(EndpointSchema, endpoint);
  }

  async update({ accountId, ...endpoint }: EndpointState): Promise<void> {
    await this.unitOfWork.update(EndpointSchema, { accountId }, endpoint);
  }

  async delete(accountId: string): Promise<boolean> {
    return (await this.unitOfWork.delete(EndpointSchema, { accountId })) === 1;
  }

  find(accountId: string): Promise<EndpointState | null> {
    return this.#found.find(accountId);
  }

  async findAll(accountIds: readonly string[]): Promise<Map<string, EndpointState>> {
    const found = await this.unitOfWork.rows<StoredRow>(FIND, [accountIds]);
    return new Map(found.map((row) => rows.state(row)).map((endpoint) => [endpoint.accountId, endpoint]));
  }

  lock(accountId: string): Promise<EndpointState | null> {
    return this.#endpoints.findOne({ where: { accountId }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locked against deletion until the end of the transaction, so that a DELETE also sees the new events. */
  async lockExisting(accountIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ account_id: string }>(
      `SELECT account_id FROM webhook_endpoints WHERE ${among('account_id', '$1')} ORDER BY account_id FOR KEY SHARE`,
      [accountIds],
    );
    return new Set(rows.map(({ account_id }) => account_id));
  }

  /** Locks endpoints with a secret that does not begin with `prefix`. */
  lockSealedOtherwise(prefix: string, limit: number): Promise<EndpointState[]> {
    return this.#endpoints
      .createQueryBuilder('endpoint')
      .where(
        'NOT starts_with(endpoint.secret, :prefix) OR NOT starts_with(endpoint.previousSecret, :prefix)',
        {
          prefix,
        },
      )
      .orderBy('endpoint.accountId')
      .limit(limit)
      .setLock('for_no_key_update')
      .getMany();
  }

  get #endpoints() {
    return this.unitOfWork.repository(EndpointSchema);
  }
}
