import { ApiError } from './errors.ts';

/** What `withResponse()` resolves with. */
export interface ApiResponse<T> {
  readonly data: T;
  readonly status: number;
  readonly requestId: string | null;
  readonly headers: Headers;
}

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly details?: unknown;
}

const MAX_SHOWN_CHARACTERS = 200;

/** The data of a successful response. @throws ApiError for any other, without `secret`, which a proxy may repeat */
export async function readResponse(
  response: Response,
  returns: 'json' | 'text' | 'bytes',
  secret: string,
): Promise<ApiResponse<unknown>> {
  const { status, headers } = response;
  const common = { status, requestId: headers.get('X-Request-Id'), headers };
  if (response.ok && returns === 'bytes') return { ...common, data: await response.arrayBuffer() };
  const text = await response.text();
  if (response.ok && returns === 'text') return { ...common, data: text };
  const body = parsed(text);
  if (response.ok && body !== undefined) return { ...common, data: body };
  const shown = text.replaceAll(secret.trim(), '…');
  throw errorOf(response, envelopeIn(parsed(shown)), shown);
}

/** Whether the service itself refused the request, so that nothing was done. */
export function isOfService(error: ApiError): boolean {
  return error.code !== 'unexpected_answer';
}

function errorOf({ status, headers }: Response, envelope: Envelope | undefined, text: string): ApiError {
  const retryAfter = secondsOf(headers.get('Retry-After'));
  if (envelope) {
    const { code, message, request_id: requestId, details } = envelope;
    return new ApiError({
      status,
      code,
      message,
      requestId,
      details,
      retryAfter,
    });
  }
  const shown = text.slice(0, MAX_SHOWN_CHARACTERS);
  return new ApiError({
    status,
    code: 'unexpected_answer',
    message: `The response with status ${status} is not the service's: ${shown}`,
    requestId: headers.get('X-Request-Id'),
    details: undefined,
    retryAfter,
  });
}

function envelopeIn(body: unknown): Envelope | undefined {
  const error = (body as { error?: Partial<Envelope> } | null | undefined)?.error;
  const isEnvelope =
    typeof error?.code === 'string' &&
    typeof error.message === 'string' &&
    typeof error.request_id === 'string';
  return isEnvelope ? (error as Envelope) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param value seconds, or a date as RFC 9110 has it */
function secondsOf(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
