import { RowMap } from '../../platform/database/row-map';
import type { CallState } from '../domain/call-state';
import { CallSchema } from './call.schema';

/** Rows of `calls` as call states. */
export const rows = new RowMap<CallState>(CallSchema);

/** All columns of `calls AS c`. */
export const COLUMNS = rows.select('c');

/** Columns that change during a call's life; the others are written once. */
export const MUTABLE: readonly (keyof CallState)[] = [
  'status',
  'statusReason',
  'dueAt',
  'heldBy',
  'attempt',
  'agentVersion',
  'maxTalkSeconds',
  'creditsLimitTalk',
  'pricePerMinute',
  'carrier',
  'carrierId',
  'dialedAt',
  'ringingAt',
  'answeredAt',
  'endedAt',
  'durationSeconds',
  'endCause',
  'watchdogAt',
  'analysisDueAt',
  'analysisAttempts',
  'finishedAt',
  'accountNumber',
  'answeredBy',
  'endedBy',
  'recording',
  'recordedMs',
  'disposition',
];
