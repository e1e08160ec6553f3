import { column, nullable } from '../../platform/database/table-schema';

/** Columns that the tables of both kinds of calls have. */
export const CALL_COLUMNS = {
  accountId: column.text,
  phoneNumber: column.text,
  contactName: nullable(column.text),
  contactEmail: nullable(column.text),
  externalId: nullable(column.text),
  metadata: column.json,
  status: column.text,
  statusReason: nullable(column.text),
  createdAt: column.instant,
  maxTalkSeconds: nullable(column.integer),
  carrier: nullable(column.text),
  carrierCallId: { ...column.text, nullable: true, name: 'carrier_id' },
  dialedAt: nullable(column.instant),
  answeredAt: nullable(column.instant),
  endedAt: nullable(column.instant),
  durationSeconds: nullable(column.integer),
  watchdogAt: nullable(column.instant),
  analysisDueAt: nullable(column.instant),
  analysisAttempts: column.integer,
  recording: nullable(column.text),
  recordedMs: nullable(column.integer),
} as const;
