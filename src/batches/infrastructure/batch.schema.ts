import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { BatchState } from '../domain/batch';

export const BatchSchema = new EntitySchema<BatchState>({
  name: 'Batch',
  tableName: 'batches',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'batches_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    agentId: { type: 'text', name: 'agent_id' },
    name: { type: 'text', nullable: true },
    test: { type: 'boolean' },
    total: { type: 'integer' },
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
    uploadKey: { type: 'text', name: 'upload_key', nullable: true },
    uploadId: { type: 'text', name: 'upload_id', nullable: true },
    retry: { type: 'json', nullable: true },
  } satisfies Record<keyof BatchState, EntitySchemaColumnOptions>,
});
