import { column, tableSchema } from '../../platform/database/table-schema';

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

export const BookingPageSchema = tableSchema<BookingPage>('booking_pages', {
  id: column.id,
  accountId: column.text,
  name: column.text,
  createdAt: column.instant,
});

export const TemplateSchema = tableSchema<WhatsappTemplate>('whatsapp_templates', {
  accountId: column.id,
  name: column.id,
  approved: column.boolean,
});
