import type { Turn } from '../../shared-kernel/talk';

/** What the analysis found out; null means not known. */
export interface OutcomeReading {
  readonly disposition: string;
  readonly summary: string | null;
  readonly answers: Readonly<Record<string, string | null>>;
  readonly leadRating: number | null;
  readonly callbackRequested: boolean;
  readonly callbackTimeText: string | null;
  readonly followUp: string | null;
  readonly followUpNote: string | null;
  readonly meeting: {
    readonly requested: boolean;
    readonly at: string | null;
    readonly timeText: string | null;
    readonly type: string | null;
  } | null;
  /** Uses of tools as they stood then; absent in older rows. */
  readonly tools?: readonly OutcomeTool[];
}

export interface OutcomeTool {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly arguments: string | number | boolean | object | null;
  readonly result: string | number | boolean | object | null;
  readonly start_ms: number | null;
  readonly end_ms: number | null;
}

export interface Talk {
  readonly turns: readonly Turn[];
  readonly reading: OutcomeReading | null;
}
