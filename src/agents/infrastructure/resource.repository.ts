import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { RuleTargets } from '../domain/send-rules';
import {
  type BookingPage,
  BookingPageSchema,
  TemplateSchema,
  type WhatsappTemplate,
} from './resource.schema';

export interface Resources {
  readonly pages: readonly Pick<BookingPage, 'id' | 'name'>[];
  readonly templates: readonly Pick<WhatsappTemplate, 'name' | 'approved'>[];
}

/** Stores booking pages and WhatsApp templates. */
@Injectable()
export class ResourceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  addBookingPage(page: BookingPage): Promise<void> {
    return this.unitOfWork.insert(BookingPageSchema, page);
  }

  async putTemplate(template: WhatsappTemplate): Promise<void> {
    await this.unitOfWork.write(TemplateSchema, (templates) =>
      templates.upsert({ ...template }, ['accountId', 'name']),
    );
  }

  async all(accountId: string): Promise<Resources> {
    const [pages, templates] = await Promise.all([
      this.unitOfWork
        .repository(BookingPageSchema)
        .createQueryBuilder('page')
        .select(['page.id', 'page.name'])
        .where({ accountId })
        .orderBy('lower(page.name)')
        .addOrderBy('page.id')
        .getMany(),
      this.unitOfWork
        .repository(TemplateSchema)
        .find({ where: { accountId }, select: { name: true, approved: true }, order: { name: 'ASC' } }),
    ]);
    return { pages, templates };
  }

  async targets(accountId: string): Promise<Omit<RuleTargets, 'tools'>> {
    const found = await this.unitOfWork.rows<{ page: string | null; template: string | null }>(
      `SELECT id AS page, NULL AS template FROM booking_pages WHERE account_id = $1
       UNION ALL
       SELECT NULL, name FROM whatsapp_templates WHERE account_id = $1 AND approved
       ORDER BY page, template`,
      [accountId],
    );
    return {
      bookingPages: new Set(found.flatMap(({ page }) => page ?? [])),
      whatsappTemplates: new Set(found.flatMap(({ template }) => template ?? [])),
    };
  }
}
