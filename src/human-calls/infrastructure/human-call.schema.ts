import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { CALL_COLUMNS } from '../../calling';
import type { HumanCallState } from '../domain/human-call-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const HumanCallSchema = new EntitySchema<HumanCallState>({
  name: 'HumanCall',
  tableName: 'human_calls',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'human_calls_pkey' },
    ...CALL_COLUMNS,
    counsellorId: { type: 'text', name: 'counsellor_id' },
    counsellorName: { type: 'text', name: 'counsellor_name' },
    counsellorEmail: { type: 'text', name: 'counsellor_email' },
    leadId: { type: 'text', name: 'lead_id', nullable: true },
    analyze: { type: 'boolean', name: 'analyze_call' },
    noAnswerBy: { type: 'text', name: 'no_answer_by', nullable: true },
    statusUpdates: { type: 'text', name: 'status_updates' },
    hosted: { type: 'boolean' },
    creditsLimitTalk: { type: 'boolean', name: 'credits_limit_talk', nullable: true },
    charged: { type: 'numeric', precision: 18, scale: 4, nullable: true },
    disposition: { type: 'json', nullable: true },
    analysisStatus: { type: 'text', name: 'analysis_status' },
    analysisReason: { type: 'text', name: 'analysis_reason', nullable: true },
    transcriptionDueAt: { ...instant, name: 'transcription_due_at', nullable: true },
    transcriptions: { type: 'integer', nullable: true },
  } satisfies Record<keyof HumanCallState, EntitySchemaColumnOptions>,
});
