import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import { CALL_COLUMNS } from '../../calling';
import type { HumanCallState } from '../domain/human-call-state';

export const HumanCallSchema = tableSchema<HumanCallState>('human_calls', {
  id: column.id,
  ...CALL_COLUMNS,
  counsellorId: column.text,
  counsellorName: column.text,
  counsellorEmail: column.text,
  leadId: nullable(column.text),
  analyze: { ...column.boolean, name: 'analyze_call' },
  noAnswerBy: nullable(column.text),
  statusUpdates: column.text,
  hosted: column.boolean,
  creditsLimitTalk: nullable(column.boolean),
  charged: nullable(column.credits),
  disposition: nullable(column.json),
  analysisStatus: column.text,
  analysisReason: nullable(column.text),
  transcriptionDueAt: nullable(column.instant),
  transcriptions: nullable(column.integer),
});
