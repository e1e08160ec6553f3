import type { CallingHours } from './calling-hours';

/** Set by the operator (R20). */
export interface CallingPolicy {
  readonly timeZone: string;
  readonly lines: number;
  readonly hours: CallingHours | null;
  readonly recallGapSeconds: number;
  readonly dailyPerNumber: number;
  readonly dailyLimit: number;
  /** A call not dialed this long after it was queued expires (R11). */
  readonly queueSeconds: number;
}
