import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { AgentState } from '../domain/agent-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const AgentSchema = new EntitySchema<AgentState>({
  name: 'Agent',
  tableName: 'agents',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'agents_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    name: { type: 'text' },
    nameFolded: { type: 'text', name: 'name_folded', collation: 'C' },
    enabled: { type: 'boolean' },
    direction: { type: 'text' },
    language: { type: 'text', nullable: true },
    ttsModel: { type: 'text', name: 'tts_model' },
    voice: { type: 'text' },
    openingLine: { type: 'text', name: 'opening_line' },
    systemPrompt: { type: 'text', name: 'system_prompt' },
    extractionQuestions: { type: 'json', name: 'extraction_questions' },
    dispositions: { type: 'json' },
    handoffNumbers: { type: 'json', name: 'handoff_numbers' },
    maxCallMinutes: { type: 'integer', name: 'max_call_minutes', nullable: true },
    pace: { type: 'double precision', nullable: true },
    temperature: { type: 'double precision', nullable: true },
    voiceModulation: { type: 'double precision', name: 'voice_modulation', nullable: true },
    bookingPageId: { type: 'text', name: 'booking_page_id', nullable: true },
    sendRules: { type: 'json', name: 'send_rules' },
    voicemail: { type: 'json' },
    interruption: { type: 'text' },
    keyterms: { type: 'json' },
    pronunciations: { type: 'json' },
    speechCacheMode: { type: 'text', name: 'speech_cache_mode' },
    usesContactName: { type: 'boolean', name: 'uses_contact_name' },
    variables: { type: 'json' },
    createdAt: { ...instant, name: 'created_at' },
    updatedAt: { ...instant, name: 'updated_at' },
  } satisfies Record<keyof AgentState, EntitySchemaColumnOptions>,
});
