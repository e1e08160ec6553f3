import { defaultOf } from '../../platform/kernel/field-table';
import { AGENT_FIELDS, type AgentSettings, type NewAgent, SETTINGS } from './agent-fields';

/** Set by the operator; read-only in the API. */
export type SpeechCacheMode = 'off' | 'fixed' | 'full';

export interface AgentState extends AgentSettings {
  readonly id: string;
  readonly accountId: string;
  /** The form for comparison; the index makes it unique in the account (409 `agent_name_taken`). */
  readonly nameFolded: string;
  readonly speechCacheMode: SpeechCacheMode;
  /** Stored, so that a list of agents does not read the scripts. */
  readonly usesContactName: boolean;
  readonly variables: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An agent that clients may call with: enabled, and not for inbound calls alone. */
export type CallableAgentItem = Pick<
  AgentState,
  'id' | 'name' | 'language' | 'usesContactName' | 'variables'
>;

/** A row of the console's table, which has every agent. */
export type ConsoleAgentRow = Pick<
  AgentState,
  'id' | 'name' | 'enabled' | 'direction' | 'language' | 'ttsModel' | 'voice' | 'updatedAt'
>;

/** Adds all defaults but the voice, which depends on engine and language. */
export function withDefaults(input: NewAgent): Omit<AgentSettings, 'voice'> {
  return Object.fromEntries(
    SETTINGS.map((field) => [field, input[field] ?? defaultOf(AGENT_FIELDS[field])]),
  ) as unknown as AgentSettings;
}

/** A version that was stored before a setting existed lacks it. */
export function withLaterSettings(version: AgentState): AgentState {
  return { ...withDefaults(version), ...version };
}
