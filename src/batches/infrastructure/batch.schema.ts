import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { BatchState } from '../domain/batch';

export const BatchSchema = tableSchema<BatchState>('batches', {
  id: column.id,
  accountId: column.text,
  agentId: column.text,
  name: nullable(column.text),
  test: column.boolean,
  total: column.integer,
  createdAt: column.instant,
  uploadKey: nullable(column.text),
  uploadId: nullable(column.text),
  retry: nullable(column.json),
});
