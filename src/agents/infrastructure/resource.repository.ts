import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { RuleTargets } from '../domain/send-rules';

export interface BookingPage {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Send rules may only use approved ones. */
export interface WhatsappTemplate {
  readonly accountId: string;
  readonly name: string;
  readonly approved: boolean;
}

/** Stores booking pages and WhatsApp templates. */
@Injectable()
export class ResourceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async addBookingPage({ id, accountId, name, createdAt }: BookingPage): Promise<void> {
    await this.unitOfWork.affected(
      'INSERT INTO booking_pages (id, account_id, name, created_at) VALUES ($1, $2, $3, $4)',
      [id, accountId, name, createdAt],
    );
  }

  async putTemplate({ accountId, name, approved }: WhatsappTemplate): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO whatsapp_templates (account_id, name, approved) VALUES ($1, $2, $3)
       ON CONFLICT (account_id, name) DO UPDATE SET approved = excluded.approved`,
      [accountId, name, approved],
    );
  }

  async all(accountId: string) {
    const [pages, templates] = await Promise.all([
      this.unitOfWork.rows<Pick<BookingPage, 'id' | 'name'>>(
        'SELECT id, name FROM booking_pages WHERE account_id = $1 ORDER BY lower(name), id',
        [accountId],
      ),
      this.unitOfWork.rows<Pick<WhatsappTemplate, 'name' | 'approved'>>(
        'SELECT name, approved FROM whatsapp_templates WHERE account_id = $1 ORDER BY name',
        [accountId],
      ),
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
