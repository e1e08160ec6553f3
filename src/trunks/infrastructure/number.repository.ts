import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AccountNumber } from '../domain/account-number';
import { NumberSchema } from './number.schema';

export interface CalledNumber extends Pick<
  AccountNumber,
  'phoneNumber' | 'accountId' | 'trunkId' | 'agentId'
> {
  readonly trunkName: string;
  readonly inboundPerSecond: number;
}

/** Own numbers of accounts. */
@Injectable()
export class NumberRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Serializes changes of an account's numbers: exactly one of them is the default. */
  async lockAccount(accountId: string): Promise<void> {
    await this.unitOfWork.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `numbers of ${accountId}`,
    ]);
  }

  /** False when any account has the number. */
  insert(number: AccountNumber): Promise<boolean> {
    return this.unitOfWork.insertIfUnique(NumberSchema, number);
  }

  async update({ phoneNumber, trunkId, agentId, isDefault, outbound }: AccountNumber): Promise<void> {
    const change = { trunkId, agentId, isDefault, outbound };
    await this.unitOfWork.update(NumberSchema, { phoneNumber }, change);
  }

  async delete(phoneNumber: string): Promise<void> {
    await this.unitOfWork.delete(NumberSchema, { phoneNumber });
  }

  async clearDefault(accountId: string): Promise<void> {
    await this.unitOfWork.update(NumberSchema, { accountId, isDefault: true }, { isDefault: false });
  }

  async defaultToOldest(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE account_numbers SET is_default = true WHERE phone_number = (
         SELECT phone_number FROM account_numbers WHERE account_id = $1 ORDER BY created_at, phone_number LIMIT 1)`,
      [accountId],
    );
  }

  hasAny(accountId: string): Promise<boolean> {
    return this.#numbers.existsBy({ accountId });
  }

  find(phoneNumber: string): Promise<AccountNumber | null> {
    return this.#numbers.findOneBy({ phoneNumber });
  }

  /** The numbers among these pairs of number and trunk, those of one trunk in the order of the pairs, with what their trunks let in. */
  async findCalled(
    pairs: readonly { readonly called: string; readonly trunkId: string }[],
  ): Promise<CalledNumber[]> {
    return this.unitOfWork.rows<CalledNumber>(
      `SELECT n.phone_number AS "phoneNumber", n.account_id AS "accountId", n.trunk_id AS "trunkId",
         n.agent_id AS "agentId", t.name AS "trunkName", t.inbound_per_second AS "inboundPerSecond"
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS pair (number, trunk, place)
       JOIN account_numbers n ON n.phone_number = pair.number AND n.trunk_id = pair.trunk
       JOIN trunks t ON t.id = n.trunk_id WHERE t.enabled ORDER BY n.trunk_id, pair.place`,
      [pairs.map(({ called }) => called), pairs.map(({ trunkId }) => trunkId)],
    );
  }

  /** Sorted by number. null: of all accounts. */
  list(accountId: string | null): Promise<AccountNumber[]> {
    return this.#numbers.find({
      where: accountId === null ? {} : { accountId },
      order: { phoneNumber: 'ASC' },
    });
  }

  get #numbers() {
    return this.unitOfWork.repository(NumberSchema);
  }
}
