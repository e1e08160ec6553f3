import { CALL_STATUSES, type CallStatus, FINAL_CALL_STATUSES } from './call-status';

/** The counts from which a batch's progress derives. */
export interface BatchCounts {
  /** Number of calls in each status, zeros included. */
  readonly counts: Readonly<Record<CallStatus, number>>;
  readonly total: number;
  readonly finished: number;
  /** Rows, by what became of all their attempts. */
  readonly rows: RowCounts;
}

interface RowCounts {
  readonly total: number;
  /** A call of the row is not final. */
  readonly open: number;
  readonly reached: number;
  readonly ended: number;
}

export interface StatusCount {
  readonly status: CallStatus;
  readonly calls: number;
  /** First calls. */
  readonly rows: number;
  readonly reached: number;
}

export function batchCountsOf(found: readonly StatusCount[]): BatchCounts {
  const sum = (of: (one: StatusCount) => number) => found.reduce((total, one) => total + of(one), 0);
  const counts = Object.fromEntries(
    CALL_STATUSES.map((status) => [status, sum((one) => (one.status === status ? one.calls : 0))]),
  ) as Record<CallStatus, number>;
  const total = sum(({ calls }) => calls);
  const finished = FINAL_CALL_STATUSES.reduce((all, status) => all + counts[status], 0);
  const rows = sum((one) => one.rows);
  const reached = sum((one) => one.reached);
  // At most one call of a chain is not final, and no call follows one that reached the contact.
  const open = total - finished;
  return { counts, total, finished, rows: { total: rows, open, reached, ended: rows - open - reached } };
}

export function queuedCounts(calls: number): BatchCounts {
  return batchCountsOf([{ status: 'queued', calls, rows: calls, reached: 0 }]);
}

/** The counts of an upload with several batches. */
export function sumOfCounts(all: readonly BatchCounts[]): BatchCounts {
  const sum = (of: (one: BatchCounts) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    counts: Object.fromEntries(
      CALL_STATUSES.map((status) => [status, sum(({ counts }) => counts[status])]),
    ) as BatchCounts['counts'],
    total: sum(({ total }) => total),
    finished: sum(({ finished }) => finished),
    rows: {
      total: sum(({ rows }) => rows.total),
      open: sum(({ rows }) => rows.open),
      reached: sum(({ rows }) => rows.reached),
      ended: sum(({ rows }) => rows.ended),
    },
  };
}
