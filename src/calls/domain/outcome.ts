/** The result of the analysis, stored as the talk's `reading`; with the transcript it is the outcome. null: not known. */
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

/** Stored as the API shows it, so its names are those of the API. */
export interface OutcomeTool {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly arguments: string | number | boolean | object | null;
  readonly result: string | number | boolean | object | null;
  readonly start_ms: number | null;
  readonly end_ms: number | null;
}
