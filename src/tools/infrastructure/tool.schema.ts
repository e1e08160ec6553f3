import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { ToolState } from '../domain/tool';

export const ToolSchema = tableSchema<ToolState>('tools', {
  id: column.id,
  accountId: column.text,
  kind: column.text,
  name: { ...column.text, collation: 'C' },
  settings: column.json,
  headers: column.json,
  secret: column.text,
  secretLast4: column.text,
  previousSecret: nullable(column.text),
  previousSecretUntil: nullable(column.instant),
  listed: column.json,
  createdAt: column.instant,
  updatedAt: column.instant,
});
