import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AccountSettings, AccountState } from '../domain/account';
import { AccountSchema } from './account.schema';

@Injectable()
export class AccountRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Stores a new account with its line row. */
  async insert(account: AccountState): Promise<void> {
    await this.#table.insert({ ...account });
    await this.unitOfWork.affected('INSERT INTO account_lines (account_id) VALUES ($1)', [account.id]);
  }

  async update(id: string, settings: AccountSettings, now: Date): Promise<boolean> {
    const { affected } = await this.#table.update({ id }, { ...settings, updatedAt: now });
    return affected === 1;
  }

  find(id: string): Promise<AccountState | null> {
    return this.#table.findOneBy({ id });
  }

  list(): Promise<AccountState[]> {
    return this.#table.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  get #table() {
    return this.unitOfWork.manager.getRepository(AccountSchema);
  }
}
