/** Calls queued together. Progress is not stored but counted from the calls. */
export interface BatchState {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly name: string | null;
  readonly test: boolean;
  /** Number of calls queued. */
  readonly total: number;
  readonly createdAt: Date;
}

export const BATCH_LIMITS = {
  rows: 1_000,
  name: 120,
  agentId: 255,
  scheduledDaysAhead: 30,
  bodyBytes: 16 * 1_048_576,
  /** Problems reported for one row (R53). */
  rowProblems: 20,
  /** Characters shown of an invalid number. */
  shownNumber: 64,
  /** Share of the rejected rows in an answer of at most 2 MiB (R53). */
  rejectedBytes: 1_900_000,
} as const;
