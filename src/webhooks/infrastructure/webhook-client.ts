import { Injectable } from '@nestjs/common';
import { API_VERSION } from '../../platform/http/api-version';
import { originOf } from '../../platform/kernel/network/url-host';
import { AddressGuard } from '../../platform/outbound/address-guard';
import type { AttemptResult } from '../domain/delivery';
import { type Connection, Connections } from '../../platform/outbound/connections';
import { type Answer, HttpExchange } from './http-exchange';
import { failureOf, AttemptTimeout, statusMessage } from './failure-messages';

/** Includes name resolution (R81). */
const ATTEMPT_TIMEOUT_MS = 10_000;

export const FIXED_HEADERS = {
  'Content-Type': 'application/json',
  'User-Agent': `AI-Calling-Service/${API_VERSION} (webhooks)`,
};

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The peer closed the connection before the first byte of a response. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Sends requests to untrusted endpoints: time, addresses and size of the response are bounded. */
@Injectable()
export class WebhookClient {
  ca: string | undefined;

  constructor(private readonly guard: AddressGuard) {}

  connections(): Connections {
    return new Connections({ guard: this.guard, ca: this.ca });
  }

  /** Never throws: a failure is the attempt's result. */
  async post(request: WebhookRequest, connections: Connections): Promise<AttemptResult> {
    const started = performance.now();
    const url = new URL(request.url);
    const origin = originOf(url);
    const path = `${url.pathname}${url.search}`;
    let connection = connections.acquire(origin);
    let exchange = new HttpExchange();
    const timer = setTimeout(() => {
      const what = connection.isConnected ? 'No answer came' : 'No connection could be made';
      exchange.abort(new AttemptTimeout(`${what} within ${ATTEMPT_TIMEOUT_MS / 1_000} s.`));
    }, ATTEMPT_TIMEOUT_MS);
    try {
      let answer: Answer;
      try {
        answer = await send(path, request, connection, exchange);
      } catch (error) {
        if (!connection.used || !CLOSED.has((error as { code?: string }).code ?? '')) throw error;
        // The endpoint closed an idle connection, which is no failure of this attempt.
        connections.discard(connection);
        connection = connections.openNew(origin);
        exchange = new HttpExchange();
        answer = await send(path, request, connection, exchange);
      }
      if (answer.isWhole) connections.giveBack(connection);
      else connections.discard(connection);
      const error = statusMessage(answer.statusCode);
      const kind = error === null ? 'delivered' : 'refused_status';
      const durationMs = Math.round(answer.answeredAt - started);
      const answerStart = connection.isPublic ? answer.start : null;
      return {
        delivered: error === null,
        statusCode: answer.statusCode,
        error,
        kind,
        durationMs,
        answerStart,
      };
    } catch (error) {
      connections.discard(connection);
      const { kind, message: text } = failureOf(error);
      const durationMs = Math.round(performance.now() - started);
      return { delivered: false, statusCode: null, error: text, kind, durationMs, answerStart: null };
    } finally {
      clearTimeout(timer);
    }
  }
}

function send(
  path: string,
  request: WebhookRequest,
  connection: Connection,
  exchange: HttpExchange,
): Promise<Answer> {
  const headers = { ...FIXED_HEADERS, ...request.headers };
  connection.dispatch({ path, method: 'POST', headers, body: request.body }, exchange);
  return exchange.answer;
}
