import type { CallBatches, RejectedRow } from '../../calls';
import { formatInstant } from '../../platform/kernel/instant';
import { utf8Length } from '../../platform/kernel/text';
import { retryView } from '../../shared-kernel/retry-policy';
import { BATCH_LIMITS, type BatchState } from '../domain/batch';

type Counted = Awaited<ReturnType<CallBatches['counts']>> extends Map<string, infer Counts> ? Counts : never;

export function batchView(batch: BatchState, { counts, total, finished, rows }: Counted) {
  return {
    id: batch.id,
    object: 'batch' as const,
    name: batch.name,
    agent_id: batch.agentId,
    test: batch.test,
    total,
    finished,
    counts,
    rows,
    retry: batch.retry && retryView(batch.retry),
    created_at: formatInstant(batch.createdAt),
  };
}

export type BatchView = ReturnType<typeof batchView>;

function rejectedView({ index, phoneNumber, code, errors, callId }: RejectedRow, problems: number) {
  return {
    index,
    phone_number: phoneNumber,
    code,
    ...(errors === undefined ? {} : { errors: errors.slice(0, problems) }),
    ...(callId === undefined ? {} : { call_id: callId }),
  };
}

export type RejectedView = ReturnType<typeof rejectedView>;

/** Candidates for the number of problems shown per row; the first within the answer's limit is used (R53). */
const PROBLEMS_OF_A_ROW = [BATCH_LIMITS.rowProblems, 10, 5, 2, 1];

/** The rejected rows, in an answer of at most 2 MiB (R53). */
export function rejectedViews(rows: readonly RejectedRow[]): RejectedView[] {
  let views: RejectedView[] = [];
  for (const problems of PROBLEMS_OF_A_ROW) {
    views = rows.map((row) => rejectedView(row, problems));
    if (utf8Length(JSON.stringify(views)) <= BATCH_LIMITS.rejectedBytes) break;
  }
  return views;
}
