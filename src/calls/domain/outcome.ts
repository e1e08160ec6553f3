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
}

export interface Talk {
  readonly turns: readonly Turn[];
  readonly reading: OutcomeReading | null;
}
