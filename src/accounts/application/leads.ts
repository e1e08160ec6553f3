import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { type KnownLead, LeadRepository } from '../infrastructure/lead.repository';
import type { LeadState } from '../infrastructure/lead.schema';

/** Manages leads of an account. The operator's commands create them. */
@Injectable()
export class Leads {
  constructor(
    private readonly clock: Clock,
    private readonly leads: LeadRepository,
  ) {}

  async add(
    accountId: string,
    lead: Pick<LeadState, 'phoneNumber' | 'name' | 'externalId'>,
  ): Promise<LeadState> {
    const made = { ...lead, id: newId('lead'), accountId, createdAt: this.clock.now() };
    await this.leads.insert(made);
    return made;
  }

  /** Null when there is none or more than one. */
  async onlyOneWith(accountId: string, phoneNumber: string): Promise<KnownLead | null> {
    const [lead, another] = await this.leads.withNumber(accountId, phoneNumber, 2);
    return lead && !another ? lead : null;
  }
}
