import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AccountSettings, AccountState } from '../domain/account';
import { AccountSchema } from './account.schema';

const rows = new RowMap<AccountState>(AccountSchema);

@Injectable()
export class AccountRepository {
  readonly #byId: BatchLoaderById<AccountState>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byId = new BatchLoaderById(unitOfWork, (ids) => this.#find(ids));
  }

  async insert(account: AccountState): Promise<void> {
    await this.unitOfWork.insert(AccountSchema, account);
    await this.unitOfWork.affected('INSERT INTO account_lines (account_id) VALUES ($1)', [account.id]);
  }

  async update(id: string, settings: AccountSettings, now: Date): Promise<boolean> {
    const change = { ...settings, updatedAt: now };
    return (await this.unitOfWork.update(AccountSchema, { id }, change)) === 1;
  }

  /** Plain SQL instead of TypeORM's builder: every dial and every view of a waiting call runs it. */
  find(id: string): Promise<AccountState | null> {
    return this.#byId.find(id);
  }

  async #find(ids: string[]): Promise<Map<string, AccountState>> {
    const found = await this.unitOfWork.rows<StoredRow>(
      `SELECT ${rows.select()} FROM accounts WHERE ${among('id', '$1')}`,
      [ids],
    );
    return new Map(found.map(rows.state.bind(rows)).map((account) => [account.id, account]));
  }

  knowsTimeZone(name: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [name]);
  }

  hasAny(): Promise<boolean> {
    return this.#accounts.exists();
  }

  list(): Promise<AccountState[]> {
    return this.#accounts.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  get #accounts() {
    return this.unitOfWork.repository(AccountSchema);
  }
}
