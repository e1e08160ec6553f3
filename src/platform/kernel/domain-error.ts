import type { ErrorCode, ErrorDetails, FieldProblem } from './error-table';
import { firstCodePoints } from './text';

export type { ErrorCode, ErrorDetails, FieldProblem } from './error-table';

type DetailsArgument<C extends ErrorCode> = ErrorDetails[C] extends undefined
  ? []
  : [details: ErrorDetails[C]];

/** A refusal that the caller is told of: code, a sentence on what would be right, and the code's details. */
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

/** An answer names at most so many problems; what comes after them in a request is not looked at. */
export const MOST_PROBLEMS = 100;

/** A longer path is cut: it may hold a name of the caller's choice. Code points. */
const LONGEST_FIELD = 200;

/** The message names the first of the fields alone. */
const FIELDS_IN_MESSAGE = 10;

/** A path as an answer shows it. */
export function shownField(path: string): string {
  const shown = firstCodePoints(path, LONGEST_FIELD);
  return shown.length < path.length ? `${shown}…` : path;
}

/** 400 `invalid_request` with every problem field, {@link MOST_PROBLEMS} at most. */
export function invalidRequest(problems: readonly FieldProblem[]): DomainError<'invalid_request'> {
  const errors = problems.slice(0, MOST_PROBLEMS);
  const fields = errors.slice(0, FIELDS_IN_MESSAGE).map(({ field }) => field);
  if (problems.length > fields.length) fields.push('…');
  return new DomainError(
    'invalid_request',
    `The request is not valid: see details.errors (${fields.join(', ')}).`,
    { errors },
  );
}
