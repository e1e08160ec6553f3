import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface LeadState {
  readonly id: string;
  readonly accountId: string;
  readonly phoneNumber: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly createdAt: Date;
}

export type KnownLead = Pick<LeadState, 'id' | 'name' | 'externalId'>;

@Injectable()
export class LeadRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(lead: LeadState): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO leads (id, account_id, phone_number, name, external_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [lead.id, lead.accountId, lead.phoneNumber, lead.name, lead.externalId, lead.createdAt],
    );
  }

  async withNumber(accountId: string, phoneNumber: string, limit: number): Promise<KnownLead[]> {
    return this.unitOfWork.rows<KnownLead>(
      `SELECT id, name, external_id AS "externalId" FROM leads WHERE account_id = $1 AND phone_number = $2 LIMIT $3`,
      [accountId, phoneNumber, limit],
    );
  }

  async remove(accountId: string, phoneNumber: string): Promise<number> {
    return this.unitOfWork.affected('DELETE FROM leads WHERE account_id = $1 AND phone_number = $2', [
      accountId,
      phoneNumber,
    ]);
  }
}
