import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Contact,
  type Eraser,
  Erasers,
  type Erasure,
  type FoundCalls,
} from '../../platform/erasure/erasers';
import { DialRepository } from '../infrastructure/dial.repository';
import { DoNotCallRepository } from '../infrastructure/do-not-call.repository';
import { LeadRepository } from '../infrastructure/lead.repository';
import { LineRepository } from '../infrastructure/line.repository';

/** Erases a contact from dials and leads. A do-not-call entry must outlive the data: only its call id is removed. */
@Injectable()
export class ContactEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly lines: LineRepository,
    private readonly dials: DialRepository,
    private readonly leads: LeadRepository,
    private readonly doNotCall: DoNotCallRepository,
  ) {}

  onModuleInit(): void {
    this.erasers.register('account', this);
  }

  /** Only locks the line row, so that nothing of the account is dialed during the erasure. */
  async find({ accountId }: Contact): Promise<FoundCalls> {
    await this.lines.lockOnly(accountId);
    return { callIds: [], goingOn: [] };
  }

  async erase({ accountId, phoneNumber, alias }: Erasure) {
    return {
      dials: await this.dials.rename(accountId, phoneNumber, alias),
      leads: await this.leads.remove(accountId, phoneNumber),
      do_not_call_entries_kept: await this.doNotCall.unlink(accountId, phoneNumber),
    };
  }
}
