import { own } from '../../platform/kernel/own';
import type { Json } from './fitted';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /v1, with its query. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: Json;
}

/** The service's API, as the key of the assistant uses it: the only way to the service. */
export interface Api {
  /** @throws Error when no response comes, or the signal is aborted */
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse>;
}

/** The API refused: the tool's result is its envelope. */
export class Refusal extends Error {
  constructor(readonly envelope: Json) {
    super('the API refused the request');
  }

  get code(): unknown {
    return own((own(this.envelope, 'error') as Json | undefined) ?? {}, 'code');
  }
}

/** The API with errors thrown as refusals. */
export class Caller {
  constructor(
    private readonly api: Api,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws Refusal for a response that is no success */
  async send(request: ApiRequest): Promise<Json> {
    return bodyOf(await this.api.send(request, this.signal));
  }

  get(path: string, query: Json = {}): Promise<Json> {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) sent.set(name, textOf(value));
    }
    const text = sent.toString();
    return this.send({ method: 'GET', path: text === '' ? path : `${path}?${text}` });
  }

  /** null for what does not exist. */
  async find(path: string): Promise<Json | null> {
    const response = await this.api.send({ method: 'GET', path }, this.signal);
    return response.status === 404 ? null : bodyOf(response);
  }
}

function bodyOf({ status, body }: ApiResponse): Json {
  if (status >= 200 && status < 300) return body;
  throw new Refusal(body);
}

/** For {@link Promise.catch}: null for what the key may not read. */
export function nullForMissingScope(error: unknown): null {
  if (error instanceof Refusal && error.code === 'insufficient_scope') return null;
  throw error;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As a part of a path. */
export function segment(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  // A dot segment would name another path, and half of a surrogate pair cannot be encoded.
  return /^\.{0,2}$/.test(text) ? '%00' : encodeURIComponent(text.toWellFormed());
}

/** A request error in the API's own form. */
export function envelopeOf(code: string, message: string, details?: object): Json {
  return { error: { code, message, ...(details && { details }) } };
}
