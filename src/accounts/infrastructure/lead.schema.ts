import { column, nullable, tableSchema } from '../../platform/database/table-schema';

export interface LeadState {
  readonly id: string;
  readonly accountId: string;
  readonly phoneNumber: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly createdAt: Date;
}

export const LeadSchema = tableSchema<LeadState>('leads', {
  id: column.id,
  accountId: column.text,
  phoneNumber: column.text,
  name: nullable(column.text),
  externalId: nullable(column.text),
  createdAt: column.instant,
});
