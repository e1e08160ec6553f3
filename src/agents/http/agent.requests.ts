import { Text } from '../../platform/http/fields/fields';
import type { AgentDirection } from '../domain/agent-state';
import type { Interruption, Pronunciation, VoicemailSetting } from '../../shared-kernel/talk';
import type { SendRule } from '../domain/send-rules';
import { agentFields, AnyText } from './agent.fields';

const READ_ONLY = [
  'id',
  'object',
  'is_default',
  'speech_cache_mode',
  'configuration',
  'uses_contact_name',
  'variables',
  'created_at',
  'updated_at',
  'waiting_calls_canceled',
  'warnings',
  'idempotent_replay',
];

const made = agentFields({ patch: false });

export class CreateAgentRequest {
  static readonly readOnly = READ_ONLY;

  @made.name
  name!: string;

  @made.system_prompt
  system_prompt!: string;

  @made.opening_line
  opening_line!: string;

  @made.enabled
  enabled?: boolean;

  @made.direction
  direction?: AgentDirection;

  @made.language
  language?: string;

  @made.tts_model
  tts_model?: string;

  @made.voice
  voice?: string;

  @made.extraction_questions
  extraction_questions?: string[];

  @made.dispositions
  dispositions?: string[];

  @made.handoff_numbers
  handoff_numbers?: string[];

  @made.max_call_minutes
  max_call_minutes?: number;

  @made.pace
  pace?: number;

  @made.temperature
  temperature?: number;

  @made.voice_modulation
  voice_modulation?: number;

  @made.booking_page_id
  booking_page_id?: string;

  @made.send_rules
  send_rules?: SendRule[];

  @made.voicemail
  voicemail?: Partial<VoicemailSetting>;

  @made.interruption
  interruption?: Interruption;

  @made.keyterms
  keyterms?: string[];

  @made.pronunciations
  pronunciations?: Pronunciation[];
}

const changed = agentFields({ patch: true });

export class ChangeAgentRequest {
  static readonly readOnly = READ_ONLY;

  @changed.name
  name?: string;

  @changed.enabled
  enabled?: boolean;

  @changed.direction
  direction?: AgentDirection;

  @changed.language
  language?: string | null;

  @changed.tts_model
  tts_model?: string;

  @changed.voice
  voice?: string;

  @changed.opening_line
  opening_line?: string;

  @changed.system_prompt
  system_prompt?: string;

  @changed.extraction_questions
  extraction_questions?: string[];

  @changed.dispositions
  dispositions?: string[];

  @changed.handoff_numbers
  handoff_numbers?: string[];

  @changed.max_call_minutes
  max_call_minutes?: number | null;

  @changed.pace
  pace?: number | null;

  @changed.temperature
  temperature?: number | null;

  @changed.voice_modulation
  voice_modulation?: number | null;

  @changed.booking_page_id
  booking_page_id?: string | null;

  @changed.send_rules
  send_rules?: SendRule[];

  @changed.voicemail
  voicemail?: Partial<VoicemailSetting>;

  @changed.interruption
  interruption?: Interruption;

  @changed.keyterms
  keyterms?: string[];

  @changed.pronunciations
  pronunciations?: Pronunciation[];

  @AnyText({
    patch: true,
    format: 'date-time',
    description:
      "The agent's updated_at as last read; when it was saved since, the change is refused with 409.",
    example: '2026-11-20T09:15:00.123Z',
  })
  expected_updated_at?: string;
}

export class DefaultAgentRequest {
  static readonly readOnly = ['object', 'agent', 'ai_calling_provider', 'warnings'];

  @Text({ required: true, max: 255, description: 'An enabled agent with direction outbound or both.' })
  agent_id!: string;
}

export class ListVoicesQuery {
  @AnyText({ description: 'The engine with this id alone.' })
  tts_model?: string;

  @AnyText({ description: 'Only voices that speak this language (a name, a language code or a tag).' })
  language?: string;
}
