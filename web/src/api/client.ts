import createClient from 'openapi-fetch';
import { syncClock } from './clock';
import { ApiError, type ErrorDetails } from './error';
import type { paths } from './api.gen';

type PathsBelow<Prefix extends string> = Pick<paths, Extract<keyof paths, `${Prefix}${string}`>>;

/** Another tab may have changed it since this page was opened. */
const identity = { account: null as string | null, session: null as string | null };

export function setIdentity(account: string | null, session: string | null): void {
  identity.account = account;
  identity.session = session;
}

/** A new password replaces the session. The frame of the page sets the identity a moment later. */
export function setSession(session: string): void {
  identity.session = session;
}

/** Far above any read. Past it the network has lost the request, or the service hangs. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** A read without a response would leave old data on the page, as if nothing had changed. */
async function read(request: Request): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('No response.', 'TimeoutError')),
    RESPONSE_TIMEOUT_MS,
  );
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

async function send(request: Request): Promise<Response> {
  if (identity.account !== null && !request.headers.has('X-Account')) {
    request.headers.set('X-Account', identity.account);
  }
  if (identity.session !== null && !request.headers.has('X-Session')) {
    request.headers.set('X-Session', identity.session);
  }
  let response: Response;
  try {
    response = await (request.method === 'GET' ? read(request) : fetch(request));
  } catch (error) {
    throw withoutConnection(error);
  }
  syncClock(response.headers.get('Date'));
  return response;
}

function withoutConnection(error: unknown): unknown {
  const isExpected =
    error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError');
  return isExpected ? error : noConnection();
}

const noConnection = () => new ApiError(0, 'no_connection', 'No connection to the service.');

const options = { fetch: send, credentials: 'same-origin', cache: 'no-store' } as const;

/** /v1 as the session may use it. */
export const v1 = createClient<PathsBelow<'/v1/'>>({ ...options, baseUrl: '/console' });

export const consoleApi = createClient<PathsBelow<'/console/'>>(options);

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws ApiError for every response other than success */
export async function bodyOf<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request.catch((thrown: unknown) => {
    // The body was cut off, or is the page of a proxy.
    throw withoutConnection(thrown);
  });
  if (response.ok && data !== undefined) return data;
  throw toApiError(error, response);
}

/** A proxy's, when its body is no envelope: the service is away. */
const AWAY = [502, 503, 504];

function toApiError(body: unknown, response: Response): ApiError {
  const envelope = (
    body as
      { error?: { code?: string; message?: string; request_id?: string; details?: ErrorDetails } } | undefined
  )?.error;
  if (!envelope && (response.ok || AWAY.includes(response.status))) {
    return noConnection();
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? NaN);
  return new ApiError(
    response.status,
    envelope?.code ?? 'unknown',
    envelope?.message ?? `The service answered ${response.status}.`,
    response.headers.get('X-Request-Id') ?? envelope?.request_id ?? null,
    envelope?.details,
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}
