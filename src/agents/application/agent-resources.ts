import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { ToolCatalog } from '../../tools';
import type { RuleTargets } from '../domain/send-rules';
import { ResourceRepository } from '../infrastructure/resource.repository';
import type { BookingPage, WhatsappTemplate } from '../infrastructure/resource.schema';

/** Manages booking pages and WhatsApp templates, which the operator enters and agents refer to. */
@Injectable()
export class AgentResources {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly resources: ResourceRepository,
    private readonly tools: ToolCatalog,
  ) {}

  async addBookingPage(accountId: string, name: string): Promise<BookingPage | null> {
    if (!(await this.accounts.find(accountId))) return null;
    const page: BookingPage = { id: newId('bpage'), accountId, name, createdAt: this.clock.now() };
    await this.resources.addBookingPage(page);
    return page;
  }

  /** Changes the approval of a template with that name. Null when there is no such account. */
  async addTemplate(accountId: string, name: string, approved: boolean): Promise<WhatsappTemplate | null> {
    if (!(await this.accounts.find(accountId))) return null;
    const template: WhatsappTemplate = { accountId, name, approved };
    await this.resources.putTemplate(template);
    return template;
  }

  async view(accountId: string) {
    const { pages, templates } = await this.resources.all(accountId);
    return { object: 'agent_resources' as const, booking_pages: pages, whatsapp_templates: templates };
  }

  /** References that an agent of the account may have; the tools are locked until the end of the transaction. */
  async targets(accountId: string, toolIds: readonly string[]): Promise<RuleTargets> {
    const [targets, tools] = await Promise.all([
      this.resources.targets(accountId),
      this.tools.existing(accountId, toolIds),
    ]);
    if (tools.size === toolIds.length) return { ...targets, tools };
    return { ...targets, tools, toolOptions: await this.tools.ids(accountId) };
  }
}
