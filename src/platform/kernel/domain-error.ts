import { firstCharacters } from './text';

/** One field with a problem, as `details.errors` shows it. `field` is a path such as `calls[3].phone_number`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface OneOfTheOptions {
  readonly field: string;
  readonly valid: readonly string[];
}

/**
 * Every error code that leaves the service, with the details it carries (decisions, `error.details`).
 *
 * To add one: a line here, and one in `platform/http/error-table.ts`; without the second nothing compiles.
 */
export interface ErrorDetails {
  invalid_request: { readonly errors: readonly FieldProblem[]; readonly rejected?: readonly unknown[] };
  missing_api_key: undefined;
  invalid_api_key: undefined;
  insufficient_credits: { readonly available: number; readonly required: number };
  insufficient_scope: { readonly required_scope: string };
  product_not_enabled: undefined;
  not_found: undefined;
  agent_not_found: { readonly agent_id: string };
  counsellor_not_found: undefined;
  method_not_allowed: undefined;
  call_already_queued: { readonly call_id: string };
  idempotency_key_reused: undefined;
  call_not_cancelable: { readonly status: string };
  human_call_not_cancelable: { readonly status: string };
  agent_disabled: { readonly agent_id: string };
  agent_inbound_only: { readonly agent_id: string };
  agent_name_taken: { readonly agent_id: string };
  no_default_agent: undefined;
  do_not_call: { readonly since: string };
  version_conflict: { readonly updated_at: string };
  counsellor_unavailable: { readonly reason: string };
  counsellor_not_manageable: { readonly fields: readonly string[] };
  email_in_use_elsewhere: undefined;
  carrier_extension_taken: undefined;
  invalid_voice: OneOfTheOptions;
  unsupported_tts_model: OneOfTheOptions;
  unsupported_language: OneOfTheOptions;
  voice_language_mismatch: OneOfTheOptions;
  booking_page_not_found: OneOfTheOptions;
  invalid_agent: OneOfTheOptions;
  rate_limited: undefined;
  internal_error: undefined;
  auth_unavailable: undefined;
}

/** A stable code; clients branch on it. */
export type ErrorCode = keyof ErrorDetails;

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
  const shown = firstCharacters(path, LONGEST_FIELD);
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
