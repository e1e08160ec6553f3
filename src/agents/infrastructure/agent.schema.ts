import { column, tableSchema } from '../../platform/database/table-schema';
import { columnsOf } from '../../platform/database/table-columns';
import { AGENT_FIELDS } from '../domain/agent-fields';
import type { AgentState } from '../domain/agent-state';

export const AgentSchema = tableSchema<AgentState>('agents', {
  id: column.id,
  accountId: column.text,
  nameFolded: { ...column.text, collation: 'C' },
  ...columnsOf(AGENT_FIELDS),
  // Processes of the version before insert none.
  patience: { ...column.text, default: 'normal' },
  toolIds: { ...column.json, default: [] },
  builtInTools: { ...column.json, default: [] },
  speechCacheMode: column.text,
  usesContactName: column.boolean,
  variables: column.json,
  createdAt: column.instant,
  updatedAt: column.instant,
});
