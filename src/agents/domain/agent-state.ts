import type { Interruption, Pronunciation, VoicemailSetting } from '../../shared-kernel/talk';
import type { SendRule } from './send-rules';
import { DEFAULT_ENGINE_ID } from './voice-catalogue';

export const AGENT_DIRECTIONS = ['outbound', 'inbound', 'both'] as const;
export type AgentDirection = (typeof AGENT_DIRECTIONS)[number];

/** Set by the operator; read-only in the API. */
export type SpeechCacheMode = 'off' | 'fixed' | 'full';

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
  readonly voicemail: VoicemailSetting;
  readonly interruption: Interruption;
  readonly keyterms: readonly string[];
  readonly pronunciations: readonly Pronunciation[];
}

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

export type AgentListItem = Pick<AgentState, 'id' | 'name' | 'language' | 'usesContactName' | 'variables'>;

export type AgentRow = Pick<
  AgentState,
  'id' | 'name' | 'enabled' | 'direction' | 'language' | 'ttsModel' | 'voice' | 'updatedAt'
>;

type RequiredField = 'name' | 'openingLine' | 'systemPrompt';

/** `null` for an optional field means omitted. */
export type NewAgent = Pick<AgentSettings, RequiredField> & {
  readonly [Field in Exclude<keyof AgentSettings, RequiredField>]?: AgentSettings[Field] | null | undefined;
};

/** `null` clears a nullable field. */
export type AgentPatch = { readonly [Field in keyof AgentSettings]?: AgentSettings[Field] | undefined };

/** Defaults in the order of the API's description. `undefined`: the field is required, or `Agent.create` chooses. */
const DEFAULTS: { readonly [Field in keyof AgentSettings]: AgentSettings[Field] | undefined } = {
  name: undefined,
  enabled: true,
  direction: 'outbound',
  language: null,
  ttsModel: DEFAULT_ENGINE_ID,
  voice: undefined,
  openingLine: undefined,
  systemPrompt: undefined,
  extractionQuestions: [],
  dispositions: [],
  handoffNumbers: [],
  maxCallMinutes: null,
  pace: null,
  temperature: null,
  voiceModulation: null,
  bookingPageId: null,
  sendRules: [],
  voicemail: { action: 'leave_message', message: null },
  interruption: 'normal',
  keyterms: [],
  pronunciations: [],
};

/** In the order of the description. A change may write no other key of the row. */
export const SETTINGS = Object.keys(DEFAULTS) as readonly (keyof AgentSettings)[];

export function withDefaults(input: NewAgent): Omit<AgentSettings, 'voice'> {
  return Object.fromEntries(
    SETTINGS.map((field) => [field, input[field] ?? DEFAULTS[field]]),
  ) as unknown as AgentSettings;
}
