import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { HumanCallState } from '../domain/human-call-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const HumanCallSchema = new EntitySchema<HumanCallState>({
  name: 'HumanCall',
  tableName: 'human_calls',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'human_calls_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    counsellorId: { type: 'text', name: 'counsellor_id' },
    counsellorName: { type: 'text', name: 'counsellor_name' },
    counsellorEmail: { type: 'text', name: 'counsellor_email' },
    phoneNumber: { type: 'text', name: 'phone_number' },
    contactName: { type: 'text', name: 'contact_name', nullable: true },
    contactEmail: { type: 'text', name: 'contact_email', nullable: true },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    leadId: { type: 'text', name: 'lead_id', nullable: true },
    metadata: { type: 'json' },
    analyze: { type: 'boolean', name: 'analyze_call' },
    status: { type: 'text' },
    statusReason: { type: 'text', name: 'status_reason', nullable: true },
    noAnswerBy: { type: 'text', name: 'no_answer_by', nullable: true },
    statusUpdates: { type: 'text', name: 'status_updates' },
    hosted: { type: 'boolean' },
    createdAt: { ...instant, name: 'created_at' },
    carrier: { type: 'text', nullable: true },
    carrierId: { type: 'text', name: 'carrier_id', nullable: true },
    maxTalkSeconds: { type: 'integer', name: 'max_talk_seconds', nullable: true },
    creditsLimitTalk: { type: 'boolean', name: 'credits_limit_talk', nullable: true },
    dialedAt: { ...instant, name: 'dialed_at', nullable: true },
    answeredAt: { ...instant, name: 'answered_at', nullable: true },
    endedAt: { ...instant, name: 'ended_at', nullable: true },
    durationSeconds: { type: 'integer', name: 'duration_seconds', nullable: true },
    watchdogAt: { ...instant, name: 'watchdog_at', nullable: true },
    charged: { type: 'numeric', precision: 18, scale: 4, nullable: true },
    disposition: { type: 'json', nullable: true },
    analysisStatus: { type: 'text', name: 'analysis_status' },
    analysisReason: { type: 'text', name: 'analysis_reason', nullable: true },
    analysisDueAt: { ...instant, name: 'analysis_due_at', nullable: true },
    analysisAttempts: { type: 'integer', name: 'analysis_attempts' },
  } satisfies Record<keyof HumanCallState, EntitySchemaColumnOptions>,
});
