import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { LeadSchema, type LeadState } from './lead.schema';

export type KnownLead = Pick<LeadState, 'id' | 'name' | 'externalId'>;

@Injectable()
export class LeadRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  insert(lead: LeadState): Promise<void> {
    return this.unitOfWork.insert(LeadSchema, lead);
  }

  withNumber(accountId: string, phoneNumber: string, limit: number): Promise<KnownLead[]> {
    return this.unitOfWork.repository(LeadSchema).find({
      where: { accountId, phoneNumber },
      select: { id: true, name: true, externalId: true },
      take: limit,
    });
  }

  remove(accountId: string, phoneNumber: string): Promise<number> {
    return this.unitOfWork.delete(LeadSchema, { accountId, phoneNumber });
  }
}
