import { formatInstant } from '../../platform/kernel/instant';
import { type SnakeCased, snakeCased } from '../../platform/kernel/snake-case';
import { type AgentSettings, SETTINGS } from '../domain/agent-fields';
import type { CallableAgentItem, ConsoleAgentRow, AgentState } from '../domain/agent-state';
import type { Warning } from '../../platform/kernel/warning';

export interface AgentSurroundings {
  readonly isDefault: boolean;
  /** False for a key without agents:manage, which sees a summary. */
  readonly isFull: boolean;
}

const FULL_ONLY = ['systemPrompt', 'handoffNumbers', 'bookingPageId', 'sendRules'] as const;
type FullOnly = (typeof FULL_ONLY)[number];

export type AgentView = ReturnType<typeof agentView>;

export function agentView(agent: AgentState, { isDefault, isFull }: AgentSurroundings) {
  return {
    id: agent.id,
    object: 'agent' as const,
    ...settingsView(agent, isFull),
    is_default: isDefault,
    speech_cache_mode: agent.speechCacheMode,
    configuration: isFull ? ('full' as const) : ('summary' as const),
    uses_contact_name: agent.usesContactName,
    variables: agent.variables,
    created_at: formatInstant(agent.createdAt),
    updated_at: formatInstant(agent.updatedAt),
  };
}

function settingsView(
  agent: AgentSettings,
  isFull: boolean,
): SnakeCased<Omit<AgentSettings, FullOnly> & Partial<Pick<AgentSettings, FullOnly>>> {
  const leftOut: readonly string[] = isFull ? [] : FULL_ONLY;
  return snakeCased(
    agent,
    SETTINGS.filter((field) => !leftOut.includes(field)),
  );
}

export function callableAgentView(agent: CallableAgentItem) {
  return {
    id: agent.id,
    object: 'agent' as const,
    name: agent.name,
    language: agent.language,
    uses_contact_name: agent.usesContactName,
    variables: agent.variables,
  };
}

export function defaultAgentView(agent: AgentState | null, provider: string, warnings: readonly Warning[]) {
  return {
    object: 'default_agent' as const,
    agent_id: agent?.id ?? null,
    agent: agent && {
      id: agent.id,
      object: 'agent' as const,
      name: agent.name,
      enabled: agent.enabled,
      direction: agent.direction,
      deleted: false,
    },
    ai_calling_provider: provider,
    warnings,
  };
}

export function consoleRowView(row: ConsoleAgentRow, isDefault: boolean) {
  return {
    object: 'agent_row' as const,
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    direction: row.direction,
    language: row.language,
    tts_model: row.ttsModel,
    voice: row.voice,
    is_default: isDefault,
    updated_at: formatInstant(row.updatedAt),
  };
}
