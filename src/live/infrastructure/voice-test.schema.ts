import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { VoiceTestState } from '../domain/voice-test';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const VoiceTestSchema = new EntitySchema<VoiceTestState>({
  name: 'VoiceTest',
  tableName: 'voice_tests',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'voice_tests_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    loginId: { type: 'text', name: 'login_id' },
    loginName: { type: 'text', name: 'login_name' },
    agentId: { type: 'text', name: 'agent_id', nullable: true },
    agentName: { type: 'text', name: 'agent_name' },
    language: { type: 'text', nullable: true },
    ttsModel: { type: 'text', name: 'tts_model' },
    voice: { type: 'text' },
    stt: { type: 'text', nullable: true },
    status: { type: 'text' },
    reason: { type: 'text', nullable: true },
    createdAt: { ...instant, name: 'created_at' },
    startedAt: { ...instant, name: 'started_at', nullable: true },
    endedAt: { ...instant, name: 'ended_at', nullable: true },
    endedBy: { type: 'text', name: 'ended_by', nullable: true },
    durationSeconds: { type: 'integer', name: 'duration_seconds', nullable: true },
    maxSeconds: { type: 'integer', name: 'max_seconds' },
    delayMs: { type: 'integer', name: 'delay_ms', nullable: true },
    turns: { type: 'jsonb' },
    brief: { type: 'jsonb', nullable: true },
    outcome: { type: 'jsonb', nullable: true },
    outcomeState: { type: 'text', name: 'outcome_state' },
    recording: { type: 'text' },
    host: { type: 'text' },
    heartbeatAt: { ...instant, name: 'heartbeat_at' },
    endRequested: { type: 'boolean', name: 'end_requested', default: false },
    deletedAt: { ...instant, name: 'deleted_at', nullable: true },
  } satisfies Record<keyof VoiceTestState, EntitySchemaColumnOptions>,
});
