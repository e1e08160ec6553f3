import type { SendRule } from './send-rules';

/** "outbound places calls, inbound answers the account's numbers, both does both" */
export const AGENT_DIRECTIONS = ['outbound', 'inbound', 'both'] as const;
export type AgentDirection = (typeof AGENT_DIRECTIONS)[number];

/** "Read-only (set by the operator's support): off, fixed, full" */
export type SpeechCacheMode = 'off' | 'fixed' | 'full';

/** The writable fields of the Agent table, as they are kept. */
export interface AgentSettings {
  readonly name: string;
  readonly enabled: boolean;
  readonly direction: AgentDirection;
  /** As sent; null means Hindi or Hinglish. */
  readonly language: string | null;
  readonly ttsModel: string;
  readonly voice: string;
  readonly openingLine: string;
  readonly systemPrompt: string;
  readonly extractionQuestions: readonly string[];
  readonly dispositions: readonly string[];
  readonly handoffNumbers: readonly string[];
  readonly maxCallMinutes: number | null;
  readonly pace: number | null;
  readonly temperature: number | null;
  readonly voiceModulation: number | null;
  readonly bookingPageId: string | null;
  readonly sendRules: readonly SendRule[];
}

/** The row of an agent. */
export interface AgentState extends AgentSettings {
  readonly id: string;
  readonly accountId: string;
  /** The name as names are compared; unique in the account by the database's index (409 `agent_name_taken`). */
  readonly nameFolded: string;
  readonly speechCacheMode: SpeechCacheMode;
  /** Response only; kept with each save, so that a list of agents reads no script. */
  readonly usesContactName: boolean;
  /** "Placeholder names the script uses" */
  readonly variables: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** "Agent list item (GET /agents): id, object (agent), name, language, uses_contact_name, variables." */
export type AgentListItem = Pick<AgentState, 'id' | 'name' | 'language' | 'usesContactName' | 'variables'>;

type RequiredField = 'name' | 'openingLine' | 'systemPrompt';

/** "Body: name, system_prompt, opening_line required"; "null for an optional field equals leaving it out". */
export type NewAgent = Pick<AgentSettings, RequiredField> & {
  readonly [Field in Exclude<keyof AgentSettings, RequiredField>]?: AgentSettings[Field] | null | undefined;
};

/** "Only sent fields change, the rest keep stored values; null clears a nullable field." */
export type AgentPatch = { readonly [Field in keyof AgentSettings]?: AgentSettings[Field] | undefined };

/** The names of the writable fields: what a change may touch, and no other key of the row. */
export const SETTINGS: readonly (keyof AgentSettings)[] = Object.keys({
  name: true,
  enabled: true,
  direction: true,
  language: true,
  ttsModel: true,
  voice: true,
  openingLine: true,
  systemPrompt: true,
  extractionQuestions: true,
  dispositions: true,
  handoffNumbers: true,
  maxCallMinutes: true,
  pace: true,
  temperature: true,
  voiceModulation: true,
  bookingPageId: true,
  sendRules: true,
} satisfies Record<keyof AgentSettings, true>) as (keyof AgentSettings)[];
