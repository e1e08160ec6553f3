import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import { DAY_MS } from '../../platform/kernel/time/durations';

/** Calls queued together. Progress is not stored but counted from the calls. */
export interface BatchState {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly name: string | null;
  readonly test: boolean;
  /** Rows that were queued. */
  readonly total: number;
  readonly createdAt: Date;
  /** Identifies an upload of contacts; null for a batch of an API client. */
  readonly uploadKey: string | null;
  /** The first batch of the upload; null for that one itself, and outside uploads. */
  readonly uploadId: string | null;
  /** null: one attempt a row. */
  readonly retry: RetryPolicy | null;
}

/** Batches of one key within this time are one upload, counted from the first. */
export const UPLOAD_LIFETIME_MS = DAY_MS;

/** The name of an upload: that of its first batch, which may state how many follow. */
export function uploadName({ name, uploadKey }: BatchState): string | null {
  return uploadKey === null ? name : (name?.replace(/ \(1 of \d{1,5}\)$/, '') ?? null);
}

export const BATCH_LIMITS = {
  rows: 1_000,
  /** Rows of an upload, and calls of an estimate. */
  estimatedCalls: 10_000,
  name: 120,
  agentId: 255,
  scheduledDaysAhead: 30,
  bodyBytes: 16 * 1_048_576,
  /** Problems reported for one row (R53). */
  rowProblems: 20,
  shownNumber: 64,
  /** Share of the rejected rows in an answer of at most 2 MiB (R53). */
  rejectedBytes: 1_900_000,
} as const;
