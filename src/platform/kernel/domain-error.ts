import type { ErrorCode, ErrorDetails, FieldProblem } from './error-table';
import { firstCodePoints } from './text';

export type { ErrorCode, ErrorDetails, FieldProblem } from './error-table';

type DetailsArgument<C extends ErrorCode> = ErrorDetails[C] extends undefined
  ? []
  : undefined extends ErrorDetails[C]
    ? [details?: ErrorDetails[C]]
    : [details: ErrorDetails[C]];

/** An error for the client: a code, a message with the valid values, and the code's details. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'DomainError';
  readonly details: ErrorDetails[C] | undefined;

  constructor(
    readonly code: C,
    message: string,
    ...details: DetailsArgument<C>
  ) {
    super(message);
    this.details = details[0];
  }
}

/** With the whole seconds after which a retry may succeed. */
export class RetryLater extends DomainError<'rate_limited'> {
  constructor(
    message: string,
    readonly seconds: number,
  ) {
    super('rate_limited', message);
  }
}

/** The rest of the request is not examined (R53). */
export const MAX_PROBLEMS = 100;

/** In code points. Paths may contain names that the client chose. */
const MAX_FIELD_LENGTH = 200;

const MAX_FIELDS_IN_MESSAGE = 10;

export function shownField(path: string): string {
  const shown = firstCodePoints(path, MAX_FIELD_LENGTH);
  return shown.length < path.length ? `${shown}…` : path;
}

/** With at most {@link MAX_PROBLEMS} problems. */
export function invalidRequest(problems: readonly FieldProblem[]): DomainError<'invalid_request'> {
  const errors = problems.slice(0, MAX_PROBLEMS);
  const fields = errors.slice(0, MAX_FIELDS_IN_MESSAGE).map(({ field }) => field);
  if (problems.length > fields.length) fields.push('…');
  return new DomainError(
    'invalid_request',
    `The request is not valid: see details.errors (${fields.join(', ')}).`,
    { errors },
  );
}
