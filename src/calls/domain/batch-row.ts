import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { NewCall } from './call-state';

/** One usable row of a batch; `index` is its position in the request. */
export interface BatchRow {
  readonly index: number;
  /** The number as it was sent. */
  readonly sent: string;
  readonly call: Pick<NewCall, 'phoneNumber' | 'contact' | 'variables' | 'metadata'>;
}

type RejectionCode = 'invalid_request' | 'call_already_queued' | 'duplicate_in_batch' | 'do_not_call';

/** A row that was left out, and why. The other rows are unaffected (R50). */
export interface RejectedRow {
  readonly index: number;
  /** As it was sent; null when it is not a string. */
  readonly phoneNumber: string | null;
  readonly code: RejectionCode;
  readonly errors?: readonly FieldProblem[];
  readonly callId?: string;
}

/** Accepts the first row of each number and rejects the others. */
export function withoutDuplicates(rows: readonly BatchRow[]): { rows: BatchRow[]; rejected: RejectedRow[] } {
  const seen = new Set<string>();
  const accepted: BatchRow[] = [];
  const rejected: RejectedRow[] = [];
  for (const row of rows) {
    const { phoneNumber } = row.call;
    if (seen.has(phoneNumber))
      rejected.push({ index: row.index, phoneNumber: row.sent, code: 'duplicate_in_batch' });
    else accepted.push(row);
    seen.add(phoneNumber);
  }
  return { rows: accepted, rejected };
}
