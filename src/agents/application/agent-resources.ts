import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import type { RuleTargets } from '../domain/send-rules';
import {
  type BookingPage,
  ResourceRepository,
  type WhatsappTemplate,
} from '../infrastructure/resource.repository';

/** Booking pages and WhatsApp templates of an account: the operator enters them, agents refer to them. */
@Injectable()
export class AgentResources {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly resources: ResourceRepository,
  ) {}

  /** Null when there is no such account. */
  async addBookingPage(accountId: string, name: string): Promise<BookingPage | null> {
    if (!(await this.accounts.find(accountId))) return null;
    const page: BookingPage = { id: newId('bpage'), accountId, name, createdAt: this.clock.now() };
    await this.resources.addBookingPage(page);
    return page;
  }

  /** Adds a template, or changes the approval of the one with that name. Null when there is no such account. */
  async addTemplate(accountId: string, name: string, approved: boolean): Promise<WhatsappTemplate | null> {
    if (!(await this.accounts.find(accountId))) return null;
    const template: WhatsappTemplate = { accountId, name, approved };
    await this.resources.putTemplate(template);
    return template;
  }

  /** For people who choose among them. */
  async view(accountId: string) {
    const { pages, templates } = await this.resources.all(accountId);
    return { object: 'agent_resources' as const, booking_pages: pages, whatsapp_templates: templates };
  }

  /** What send rules of the account may refer to. */
  targets(accountId: string): Promise<RuleTargets> {
    return this.resources.targets(accountId);
  }
}
