/** A field with a problem, as the envelope of a 400 names it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A row of a batch that was left out. */
export interface RejectedRow {
  readonly index: number;
  readonly code: 'invalid_request' | 'call_already_queued' | 'duplicate_in_batch' | 'do_not_call';
  readonly errors?: readonly FieldProblem[];
}

/** What the envelope of an error may tell beside its message; each code has its own. */
export interface ErrorDetails {
  readonly errors?: readonly FieldProblem[];
  readonly rejected?: readonly RejectedRow[];
  readonly header?: string;
  readonly available?: number;
  readonly required?: number;
  readonly field?: string;
  readonly fields?: readonly string[];
  readonly valid?: readonly string[];
  readonly call_id?: string;
}

/** Why a request did not succeed: the envelope's error, or `no_connection` when nothing answered. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null = null,
    readonly details: ErrorDetails = {},
    /** Seconds, from Retry-After. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }

  /** Whether asking again may help without anybody's doing. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
