import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { columnsOf } from '../../platform/database/table-columns';
import { AGENT_FIELDS } from '../domain/agent-fields';
import type { AgentState } from '../domain/agent-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const AgentSchema = new EntitySchema<AgentState>({
  name: 'Agent',
  tableName: 'agents',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'agents_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    nameFolded: { type: 'text', name: 'name_folded', collation: 'C' },
    ...columnsOf(AGENT_FIELDS),
    // Processes of the version before insert none.
    patience: { type: 'text', default: 'normal' },
    toolIds: { type: 'json', name: 'tool_ids', default: [] },
    builtInTools: { type: 'json', name: 'built_in_tools', default: [] },
    speechCacheMode: { type: 'text', name: 'speech_cache_mode' },
    usesContactName: { type: 'boolean', name: 'uses_contact_name' },
    variables: { type: 'json' },
    createdAt: { ...instant, name: 'created_at' },
    updatedAt: { ...instant, name: 'updated_at' },
  } satisfies Record<keyof AgentState, EntitySchemaColumnOptions>,
});
