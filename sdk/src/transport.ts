import { AiCallingError } from './base-error.ts';
import { AbortError, ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { isRepeatable, type HttpMethod, type Operation } from './operations.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { aborted, pause, timerAfter } from './pause.ts';
import { type ApiResponse, isOfService, readResponse } from './response.ts';
import { VERSION } from './version.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** An operation with its arguments. */
export interface Request {
  readonly operationId: string;
  readonly operation: Operation;
  readonly path: string;
  readonly query: Query | undefined;
  readonly body: unknown;
  readonly options: RequestOptions;
}

export type TransportOptions = Omit<ClientOptions, 'apiKey' | 'baseUrl'> & {
  readonly apiKey: string;
  readonly baseUrl: string;
};

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 4;
const MAX_WAIT_MS = 60_000;
const JITTER = 0.2;
/** Why a try was aborted. */
const LATE = Symbol('late');

/** Sends requests, and those that may be sent twice again. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #deprecated = new Set<string>();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: Request): Promise<ApiResponse<unknown>> {
    const headers = this.#headersOf(request);
    // Once for all tries: the caller may change the object meanwhile.
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const maxRetries = request.options.maxRetries ?? this.#options.maxRetries ?? MAX_RETRIES;
    for (let retry = 1; ; retry += 1) {
      try {
        return await this.#try(request, headers, body);
      } catch (error) {
        if (!(error instanceof AiCallingError) || retry > maxRetries) throw error;
        if (!isRetried(error, isRepeatable(request.operation, request.body, headers))) throw error;
        const waitMs = waitBefore(retry, error);
        if (waitMs === null) throw error;
        this.#options.onRetry?.({ operationId: request.operationId, retry, waitMs, error });
        await pause(waitMs, request.options.signal);
      }
    }
  }

  #headersOf({ operation, body, options }: Request): Headers {
    const headers = new Headers(this.#options.headers);
    new Headers(options.headers).forEach((value, name) => headers.set(name, value));
    headers.set('X-API-Key', this.#options.apiKey);
    headers.set('Accept', operation.returns ? '*/*' : 'application/json');
    if (!headers.has('User-Agent')) headers.set('User-Agent', `ai-calling-service-sdk/${VERSION}`);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (operation.again === 'with_key') {
      const key = options.idempotencyKey ?? headers.get('Idempotency-Key') ?? crypto.randomUUID();
      headers.set('Idempotency-Key', key);
    }
    return headers;
  }

  async #try(request: Request, headers: Headers, body: string | undefined): Promise<ApiResponse<unknown>> {
    const { operation, options } = request;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const { signal } = options;
    if (signal?.aborted) throw aborted(signal);
    const controller = new AbortController();
    const timer = timerAfter(timeoutMs, () => controller.abort(LATE));
    const onAbort = () => controller.abort();
    signal?.addEventListener('abort', onAbort);
    let response: Response | undefined;
    try {
      response = await this.#fetch(request, {
        method: methodOf(operation),
        headers,
        // A key must not follow a redirect to another host.
        redirect: 'manual',
        signal: controller.signal,
        ...(body === undefined ? undefined : { body }),
      });
      return await readResponse(response, operation.returns ?? 'json', this.#options.apiKey);
    } catch (error) {
      if (error instanceof AiCallingError) throw error;
      if (signal?.aborted) throw aborted(signal);
      if (controller.signal.reason === LATE)
        throw new TimeoutError(`No response came within ${timeoutMs} ms.`);
      throw new ConnectionError('The service was not reached, or the connection was lost.', { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (response) this.#reportDeprecation(request.operationId, response.headers);
    }
  }

  #fetch(request: Request, init: RequestInit): Promise<Response> {
    const send = this.#options.fetch ?? globalThis.fetch;
    return send(this.#addressOf(request), init);
  }

  #addressOf({ path, query }: Request): string {
    const url = new URL(`${this.#options.baseUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  #reportDeprecation(operationId: string, headers: Headers): void {
    const deprecation = headers.get('Deprecation');
    if (deprecation === null || this.#deprecated.has(operationId)) return;
    this.#deprecated.add(operationId);
    this.#options.onDeprecation?.({ operationId, deprecation });
  }
}

function methodOf({ request }: Operation): HttpMethod {
  return request.slice(0, request.indexOf(' ')) as HttpMethod;
}

/** @param repeatable whether the request may have been served already */
function isRetried(error: AiCallingError, repeatable: boolean): boolean {
  if (error instanceof ApiError) {
    if (error.status === 500) return repeatable;
    return (error.status === 429 || error.status === 503) && (repeatable || isOfService(error as ApiError));
  }
  return error instanceof ConnectionError && !(error instanceof AbortError) && repeatable;
}

/** Milliseconds; null: the service wants more patience than a retry has. */
function waitBefore(retry: number, error: AiCallingError): number | null {
  const lowerMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
  if (lowerMs > MAX_WAIT_MS) return null;
  const waitMs = Math.min(2 ** (retry - 1) * 1_000, MAX_WAIT_MS);
  return Math.max(lowerMs, waitMs * (1 - JITTER + 2 * JITTER * Math.random()));
}
