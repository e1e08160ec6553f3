import { API_VERSION } from '../../platform/http/api-version';
import { Injectable } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import type { AttemptResult } from '../domain/delivery';
import { hostOf, isAddress } from '../domain/endpoint-url';
import { AddressGuard } from './address-guard';
import { ANSWER_BYTES, type Connection, Connections } from './connections';
import { failureOf, OutOfTime, statusWords } from './failure-words';

/** Events, rule 3: "within 10 seconds"; they begin before the name is resolved. */
const PATIENCE_MS = 10_000;
const BODY_MS = 2_000;

const USER_AGENT = `AI-Calling-Service/${API_VERSION} (webhooks)`;

/** One request to an endpoint. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Closed by the other side before a byte of the answer. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Sends requests to endpoints that nobody here trusts: time, addresses and the size of the answer are bounded. */
@Injectable()
export class WebhookClient {
  /** For tests with certificate authorities of their own. */
  ca: string | undefined;

  constructor(private readonly guard: AddressGuard) {}

  /** Connections for attempts on one endpoint, to be closed by who asked for them. */
  connections(): Connections {
    return new Connections({ guard: this.guard, ca: this.ca });
  }

  /** Never throws: whatever happens is the attempt's result. */
  async post(request: WebhookRequest, connections: Connections): Promise<AttemptResult> {
    const started = performance.now();
    const url = new URL(request.url);
    const deadline = new AbortController();
    const attempt: Attempt = { path: `${url.pathname}${url.search}`, request, signal: deadline.signal };
    let connection = connections.take(originOf(url));
    const timer = setTimeout(() => {
      const what = connection.isConnected ? 'No answer came' : 'No connection could be made';
      deadline.abort(new OutOfTime(`${what} within ${PATIENCE_MS / 1_000} s.`));
    }, PATIENCE_MS);
    try {
      let answer: Dispatcher.ResponseData;
      try {
        answer = await send(attempt, connection);
      } catch (error) {
        if (!connection.used || !CLOSED.has((error as { code?: string }).code ?? '')) throw error;
        // The endpoint closed it while it was idle; that is no failure of this attempt.
        connections.discard(connection);
        connection = connections.takeNew(originOf(url));
        answer = await send(attempt, connection);
      }
      const durationMs = Math.round(performance.now() - started);
      if (await readToEnd(answer.body)) connections.giveBack(connection);
      else connections.discard(connection);
      const error = statusWords(answer.statusCode);
      const kind = error === null ? 'delivered' : 'refused_status';
      return { delivered: error === null, statusCode: answer.statusCode, error, kind, durationMs };
    } catch (error) {
      connections.discard(connection);
      const { kind, words } = failureOf(error);
      const durationMs = Math.round(performance.now() - started);
      return { delivered: false, statusCode: null, error: words, kind, durationMs };
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Attempt {
  readonly path: string;
  readonly request: WebhookRequest;
  readonly signal: AbortSignal;
}

function send({ path, request, signal }: Attempt, connection: Connection): Promise<Dispatcher.ResponseData> {
  return connection.request({
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT, ...request.headers },
    body: request.body,
    signal,
    highWaterMark: ANSWER_BYTES,
  });
}

/**
 * "at most 16 KiB and 2 s of the answer's body are read". True when that was all of it, so that the connection can be used
 * again. A status stands, whatever the body then does.
 */
async function readToEnd(body: Dispatcher.ResponseData['body']): Promise<boolean> {
  body.on('error', () => undefined);
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

/** Where to connect to; a name without the dots of a fully qualified one, which certificates do not have. */
function originOf(url: URL): string {
  const host = hostOf(url);
  const shown = isAddress(host) && host.includes(':') ? `[${host}]` : host;
  return `${url.protocol}//${shown}${url.port === '' ? '' : `:${url.port}`}`;
}
