import { AiCallingError } from './base-error.ts';
import type { Batch, Call, HumanCall } from './models.ts';
import type { components, ErrorDetails } from './schema.gen.ts';

export type ErrorCode = keyof ErrorDetails;

type InvalidRow = NonNullable<components['schemas']['Error']['error']['details']>['rejected'];

/** The details of an error with this code; unknown for codes of a later service. */
export type DetailsOf<Code extends string> = Code extends 'invalid_request'
  ? ErrorDetails['invalid_request'] & { readonly rejected?: InvalidRow }
  : Code extends ErrorCode
    ? ErrorDetails[Code]
    : unknown;

export interface ApiErrorFields<Code extends string> {
  readonly status: number;
  readonly code: Code;
  readonly message: string;
  /** null for a response that is not the service's. */
  readonly requestId: string | null;
  readonly details: DetailsOf<Code>;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
}

/** The service, or a proxy before it, refused the request. */
export class ApiError<Code extends string = string> extends AiCallingError {
  readonly status: number;
  /** `unexpected_answer`: the response was not the service's; the message has its first 200 characters. */
  readonly code: Code;
  readonly requestId: string | null;
  readonly details: DetailsOf<Code>;
  readonly retryAfter: number | null;

  constructor({ status, code, message, requestId, details, retryAfter }: ApiErrorFields<Code>) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** @param code the code that the error has, which gives `details` its type */
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown): error is ApiError;
export function isApiError(error: unknown, code?: string): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** No response came: the service was not reached, or the connection was lost. `cause` has the reason. */
export class ConnectionError extends AiCallingError {}

/** No response came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {}

/** The `signal` of the request was aborted. */
export class AbortError extends AiCallingError {}

/** A wait took longer than its `timeoutMs`. The call or batch, as last seen, goes on. */
export class WaitTimeoutError extends AiCallingError {
  readonly call: Call | HumanCall | undefined;
  readonly batch: Batch | undefined;

  constructor(message: string, seen: { call?: Call | HumanCall | undefined; batch?: Batch | undefined }) {
    super(message);
    this.call = seen.call;
    this.batch = seen.batch;
  }
}

/** The client was made in a page: everybody who opens it could read the key. */
export class BrowserKeyError extends AiCallingError {}
