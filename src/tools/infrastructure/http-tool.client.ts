import { Injectable } from '@nestjs/common';
import { API_VERSION } from '../../platform/http/api-version';
import { Connection } from '../../platform/outbound/connections';
import { failureWith, failureOf, jsonBody, refusal, type SendResult } from './send-result';
import { ToolAddressGuard } from './tool-address-guard';
import { ToolExchange, type ToolResponse } from './tool-exchange';

export const USER_AGENT = `AI-Calling-Service/${API_VERSION} (tools)`;

export interface ToolRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Sends requests to untrusted servers: addresses, time and size are bounded. Redirects are not followed. */
@Injectable()
export class HttpToolClient {
  ca: string | undefined;

  constructor(private readonly guard: ToolAddressGuard) {}

  /**
   * Connects while the request is awaited.
   * @param origin of the request's URL
   * @param next null: no request leaves
   * @param signal aborted with `Dropped`, or after the timeout
   * @throws what `next` throws
   */
  async send(
    origin: string,
    next: () => Promise<ToolRequest | null>,
    signal: AbortSignal,
  ): Promise<SendResult> {
    if (signal.aborted) return failureOf(signal.reason, signal);
    const connection = new Connection(origin, { guard: this.guard, ca: this.ca });
    try {
      connection.open();
      const request = await next();
      return request ? await this.#sendOn(connection, request, signal) : { kind: 'dropped' };
    } finally {
      connection.close();
    }
  }

  async #sendOn(connection: Connection, request: ToolRequest, signal: AbortSignal): Promise<SendResult> {
    const exchange = new ToolExchange();
    const onAbort = () => exchange.abort(signal.reason as Error);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', onAbort, { once: true });
      const url = new URL(request.url);
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
    }
  }
}

function resultOf({ statusCode, contentType, isCompressed, body }: ToolResponse): SendResult {
  const isSuccess = statusCode >= 200 && statusCode <= 299;
  const hasJsonType = contentType.includes('json');
  if (!isSuccess) return refusal(statusCode, isCompressed ? null : textOf(body), hasJsonType);
  if (isCompressed) return failureWith('bad_answer', 'The answer is compressed.', statusCode);
  const text = textOf(body);
  if (text === null) return failureWith('bad_answer', 'The answer is not UTF-8.', statusCode);
  if (text.trim() === '') return { kind: 'succeeded', result: null };
  const parsed = jsonBody(text, hasJsonType || contentType === '');
  return { kind: 'succeeded', result: parsed === undefined ? text : parsed };
}

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
