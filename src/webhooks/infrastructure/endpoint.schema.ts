import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { EndpointState } from '../domain/endpoint';

export const EndpointSchema = tableSchema<EndpointState>('webhook_endpoints', {
  accountId: column.id,
  url: column.text,
  secret: column.text,
  secretLast4: column.text,
  previousSecret: nullable(column.text),
  previousSecretUntil: nullable(column.instant),
  createdAt: column.instant,
  updatedAt: column.instant,
});
