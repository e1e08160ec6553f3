import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AccountNumber } from '../domain/account-number';

const COLUMNS = `phone_number AS "phoneNumber", account_id AS "accountId", trunk_id AS "trunkId", agent_id AS "agentId",
  is_default AS "isDefault", outbound, created_at AS "createdAt"`;

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
  async insert(number: AccountNumber): Promise<boolean> {
    const { phoneNumber, accountId, trunkId, agentId, isDefault, outbound, createdAt } = number;
    const written = await this.unitOfWork.affected(
      `INSERT INTO account_numbers (phone_number, account_id, trunk_id, agent_id, is_default, outbound, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (phone_number) DO NOTHING`,
      [phoneNumber, accountId, trunkId, agentId, isDefault, outbound, createdAt],
    );
    return written === 1;
  }

  async update({ phoneNumber, trunkId, agentId, isDefault, outbound }: AccountNumber): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE account_numbers SET trunk_id = $2, agent_id = $3, is_default = $4, outbound = $5
       WHERE phone_number = $1`,
      [phoneNumber, trunkId, agentId, isDefault, outbound],
    );
  }

  async delete(phoneNumber: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM account_numbers WHERE phone_number = $1', [phoneNumber]);
  }

  async clearDefault(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE account_numbers SET is_default = false WHERE account_id = $1 AND is_default',
      [accountId],
    );
  }

  async defaultToOldest(accountId: string): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE account_numbers SET is_default = true WHERE phone_number = (
         SELECT phone_number FROM account_numbers WHERE account_id = $1 ORDER BY created_at, phone_number LIMIT 1)`,
      [accountId],
    );
  }

  async hasAny(accountId: string): Promise<boolean> {
    const row = await this.unitOfWork.row<{ any: boolean }>(
      'SELECT EXISTS (SELECT FROM account_numbers WHERE account_id = $1) AS any',
      [accountId],
    );
    return row?.any ?? false;
  }

  async find(phoneNumber: string): Promise<AccountNumber | undefined> {
    return this.unitOfWork.row<AccountNumber>(
      `SELECT ${COLUMNS} FROM account_numbers WHERE phone_number = $1`,
      [phoneNumber],
    );
  }

  /** The numbers among these pairs of number and trunk, those of one trunk in the order of the pairs, with what their trunks let in. */
  async called(
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
  async list(accountId: string | null): Promise<AccountNumber[]> {
    return this.unitOfWork.rows<AccountNumber>(
      `SELECT ${COLUMNS} FROM account_numbers WHERE $1::text IS NULL OR account_id = $1 ORDER BY phone_number`,
      [accountId],
    );
  }
}
