export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface RejectedRow {
  readonly index: number;
  readonly code: 'invalid_request' | 'call_already_queued' | 'duplicate_in_batch' | 'do_not_call';
  readonly errors?: readonly FieldProblem[];
}

export interface ErrorDetails {
  readonly errors?: readonly FieldProblem[];
  readonly rejected?: readonly RejectedRow[];
  readonly header?: string;
  readonly available?: number;
  readonly field?: string;
  readonly fields?: readonly string[];
  readonly call_id?: string;
  readonly reason?: string;
  readonly voice_test_id?: string;
  readonly account_id?: string;
}

/** The envelope's error, or `no_connection` without a response. */
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

  /** A problem for each invalid field, also where the whole error is about one. */
  get problems(): readonly FieldProblem[] {
    const { errors = [], field } = this.details;
    return errors.length > 0 || field === undefined ? errors : [{ field, message: this.message }];
  }

  /** A retry may help without any change. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
