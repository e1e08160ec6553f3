/** A group of calls queued together, as it is stored; its progress is counted from its calls. */
export interface BatchState {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly name: string | null;
  readonly test: boolean;
  /** How many calls were queued. */
  readonly total: number;
  readonly createdAt: Date;
}

/** The limits of POST /batches. */
export const BATCH_LIMITS = {
  rows: 1_000,
  name: 120,
  agentId: 255,
  scheduledDaysAhead: 30,
  bodyBytes: 16 * 1_048_576,
  /** Problems that are told of one row. */
  rowProblems: 20,
  /** Characters of a number that are shown as it was sent. */
  shownNumber: 64,
  /** Of the rejected rows in an answer, which has at most 2 MiB. */
  rejectedBytes: 1_900_000,
} as const;
