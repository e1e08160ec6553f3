import type { CallBatches, Rows } from '../../calls';
import { formatInstant } from '../../platform/kernel/instant';
import type { BatchState } from '../domain/batch';

type Counted = Awaited<ReturnType<CallBatches['counts']>> extends Map<string, infer Counts> ? Counts : never;

/** The Batch of the description, with its name. */
export function batchView(batch: BatchState, { counts, finished }: Counted) {
  return {
    id: batch.id,
    object: 'batch' as const,
    name: batch.name,
    agent_id: batch.agentId,
    test: batch.test,
    total: batch.total,
    finished,
    counts,
    created_at: formatInstant(batch.createdAt),
  };
}

export type BatchView = ReturnType<typeof batchView>;

/** A row that was left out; `field` is relative to the row. */
export function rejectedView({ index, phoneNumber, code, errors, callId }: Rows.RejectedRow) {
  return {
    index,
    phone_number: phoneNumber,
    code,
    ...(errors === undefined ? {} : { errors }),
    ...(callId === undefined ? {} : { call_id: callId }),
  };
}
