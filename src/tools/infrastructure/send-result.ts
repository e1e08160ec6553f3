import { RefusedAddress } from '../../platform/outbound/address-guard';
import { AnswerTooLarge } from '../../platform/outbound/connections';
import type { ToolError } from '../../shared-kernel/tool-use';
import { parsedResult, storedResult } from '../domain/results';
import { failureCodeOf } from '../../platform/outbound/failure-code';

export const MAX_ERROR_BODY_LENGTH = 1_000;

export type SendResult =
  /** As it came: neither cleaned nor cut. */
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: ToolError; readonly result?: unknown }
  | { readonly kind: 'timed_out'; readonly error: ToolError }
  /** The talk is over. */
  | { readonly kind: 'dropped' };

/** The talk needs the answer no more. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** More than 64 KiB came. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** An answer that is not used, with its error. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';

  constructor(
    readonly code: 'refused_status' | 'bad_answer',
    message: string,
    readonly statusCode: number | null,
  ) {
    super(message);
  }
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

export function refusedStatus(statusCode: number): UnusableAnswer {
  const why = isRedirect(statusCode) ? '; redirects are not followed' : '';
  return new UnusableAnswer(
    'refused_status',
    `The server answered with status ${statusCode}${why}.`,
    statusCode,
  );
}

/** The body as JSON; undefined when it is none. Without a JSON type a text such as 404 is JSON by chance. */
export function jsonBody(text: string, hasJsonType: boolean): unknown {
  const parsed = parsedResult(text);
  return hasJsonType || (typeof parsed === 'object' && parsed !== null) ? parsed : undefined;
}

/** The refusal, with the body of the answer where that is JSON. */
export function refusal(statusCode: number, text: string | null, hasJsonType = false): SendResult {
  const parsed = text === null ? undefined : jsonBody(text, hasJsonType);
  const { code, message } = refusedStatus(statusCode);
  const result = parsed === undefined ? null : storedResult(parsed, MAX_ERROR_BODY_LENGTH);
  return { kind: 'failed', error: { code, message, statusCode }, result };
}

/** Names neither address nor secret. */
export function failureOf(error: unknown, signal: AbortSignal): SendResult {
  if (error instanceof RefusedAddress) {
    return failureWith('address_refused', 'The address of the server is not one that tools may use.');
  }
  if (error instanceof UnusableAnswer) return failureWith(error.code, error.message, error.statusCode);
  if (error instanceof BodyTooLarge || error instanceof AnswerTooLarge) {
    return failureWith('bad_answer', 'The answer has more than 64 KiB.');
  }
  if (signal.aborted) {
    return signal.reason instanceof Dropped
      ? { kind: 'dropped' }
      : {
          kind: 'timed_out',
          error: { code: 'timed_out', message: 'No answer came in time.', statusCode: null },
        };
  }
  const code = failureCodeOf(error);
  // The parser's errors do not always have a code.
  const isMalformed = (error as Error).name === 'HTTPParserError' || code.startsWith('UND_ERR_RES');
  if (isMalformed || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return failureWith('bad_answer', 'The answer is not well-formed HTTP.');
  }
  return failureWith('connection_failed', `The connection failed (${code}).`);
}

export function failureWith(code: string, message: string, statusCode: number | null = null): SendResult {
  return { kind: 'failed', error: { code, message, statusCode } };
}
