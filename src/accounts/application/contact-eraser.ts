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

/**
 * Takes a contact out of dials and leads. A do-not-call entry stays, since the wish must outlive the data; it no longer
 * says in which call it was made.
 */
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
    this.erasers.offer('account', this);
  }

  /** Nothing of its own; but while the line row is locked nothing of the account is dialed. */
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
