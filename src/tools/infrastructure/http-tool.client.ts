import { Injectable } from '@nestjs/common';
import { API_VERSION } from '../../platform/http/api-version';
import { originOf } from '../../platform/kernel/network/url-host';
import { RefusedAddress } from '../../platform/outbound/address-guard';
import { AnswerTooLarge, Connection } from '../../platform/outbound/connections';
import type { ToolError } from '../../shared-kernel/tool-use';
import { storedResult, parsedResult } from '../domain/results';
import { ToolAddressGuard } from './tool-address-guard';
import { BodyTooLarge, ToolExchange, type ToolResponse } from './tool-exchange';

const MAX_ERROR_BODY_LENGTH = 1_000;
const USER_AGENT = `AI-Calling-Service/${API_VERSION} (tools)`;

export interface ToolRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type SendResult =
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: ToolError; readonly result?: unknown }
  | { readonly kind: 'timed_out'; readonly error: ToolError }
  /** The talk is over. */
  | { readonly kind: 'dropped' };

/** The talk needs the answer no more. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** Sends requests to untrusted servers: addresses, time and size are bounded. Redirects are not followed. */
@Injectable()
export class HttpToolClient {
  ca: string | undefined;

  constructor(private readonly guard: ToolAddressGuard) {}

  /** @param signal aborted with `Dropped`, or after the timeout. Never rejects. */
  async send(request: ToolRequest, signal: AbortSignal): Promise<SendResult> {
    const exchange = new ToolExchange();
    let connection: Connection | null = null;
    const onAbort = () => exchange.abort(signal.reason as Error);
    exchange.response.catch(() => undefined);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', onAbort, { once: true });
      const url = new URL(request.url);
      connection = new Connection(originOf(url), { guard: this.guard, ca: this.ca });
      const headers = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...request.headers };
      connection.dispatch(
        {
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers,
          body: request.body,
        },
        exchange,
      );
      return resultOf(await exchange.response);
    } catch (error) {
      return failureOf(error, signal);
    } finally {
      signal.removeEventListener('abort', onAbort);
      connection?.close();
    }
  }
}

function resultOf({ statusCode, contentType, isCompressed, body }: ToolResponse): SendResult {
  const isSuccess = statusCode >= 200 && statusCode <= 299;
  if (!isSuccess) {
    const text = isCompressed ? null : textOf(body);
    const parsed = text === null ? undefined : parsedResult(text);
    const result =
      typeof parsed === 'object' && parsed !== null ? storedResult(parsed, MAX_ERROR_BODY_LENGTH) : null;
    const message = `The server answered with status ${statusCode}${isRedirect(statusCode) ? '; redirects are not followed' : ''}.`;
    return { kind: 'failed', error: { code: 'refused_status', message, statusCode }, result };
  }
  if (isCompressed) return badAnswer('The answer is compressed.', statusCode);
  const text = textOf(body);
  if (text === null) return badAnswer('The answer is not UTF-8.', statusCode);
  if (text.trim() === '') return { kind: 'succeeded', result: null };
  const parsed = contentType === '' || contentType.includes('json') ? parsedResult(text) : undefined;
  if (parsed === undefined && contentType.includes('json')) {
    return badAnswer('The answer is no JSON, though its type says so.', statusCode);
  }
  return { kind: 'succeeded', result: storedResult(parsed === undefined ? text : parsed) };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Names neither address nor secret. */
function failureOf(error: unknown, signal: AbortSignal): SendResult {
  if (error instanceof RefusedAddress) {
    return failed('address_refused', 'The address of the server is not one that tools may use.');
  }
  if (error instanceof BodyTooLarge || error instanceof AnswerTooLarge) {
    return badAnswer('The answer has more than 64 KiB.', null);
  }
  if (signal.aborted) {
    return signal.reason instanceof Dropped
      ? { kind: 'dropped' }
      : {
          kind: 'timed_out',
          error: { code: 'timed_out', message: 'No answer came in time.', statusCode: null },
        };
  }
  const code = codeOf(error);
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR_RES') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return badAnswer('The answer is not well-formed HTTP.', null);
  }
  return failed('connection_failed', `The connection failed (${code}).`);
}

function failed(code: string, message: string): SendResult {
  return { kind: 'failed', error: { code, message, statusCode: null } };
}

function badAnswer(message: string, statusCode: number | null): SendResult {
  return { kind: 'failed', error: { code: 'bad_answer', message, statusCode } };
}

function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'unknown error' : codeOf(inner);
}
