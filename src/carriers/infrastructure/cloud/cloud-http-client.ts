import { Agent, request } from 'undici';
import type { LegFailure } from '../../domain/cause-map';
import { API_CONNECT_TIMEOUT_MS, API_RESPONSE_TIMEOUT_MS } from '../../domain/trunk-timeouts';
import { boundedBytes } from '../../../platform/kernel/async/bounded-bytes';
import { parsedJson } from '../../../platform/kernel/own';

/** Responses have some kilobytes. */
const MAX_RESPONSE_BYTES = 1_048_576;
/** Connections of one trunk: a slow carrier delays no other trunk. */
const CONNECTIONS = 64;

/** `event` is its meaning for a dial. */
export class CloudFailure extends Error {
  override readonly name = 'CloudFailure';
  /** The code of the system's error, else its name. */
  readonly fault: string | undefined;
  /** The target of a redirect. */
  readonly location: string | undefined;

  constructor(
    readonly event: LegFailure,
    /** Such as `400 21211`; no number, no secret. null: no response. */
    readonly response: string | null,
    { fault, location }: { readonly fault?: string; readonly location?: string } = {},
  ) {
    super(response ?? event.type);
    this.fault = fault;
    this.location = location;
  }

  get outcomeUnknown(): boolean {
    return this.event.type === 'request_lost';
  }
}

/** What a response must have. @throws CloudFailure without it: the request may have had its effect */
export function expected<T>(found: T | null): T {
  if (found === null) throw new CloudFailure({ type: 'request_lost' }, null);
  return found;
}

export type ApiRequestResult = 'answered' | 'refused' | 'not_resolved' | 'timed_out' | 'unreachable';

export interface CloudHttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly form?: readonly (readonly [string, string])[];
  readonly json?: unknown;
}

export interface CloudHttpClientOptions {
  readonly baseUrl: string;
  readonly user: string;
  readonly password: string;
  /** The limit for a complete response; default API_RESPONSE_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** null: the status decides. */
  readonly eventOf: (status: number, code: number | null) => LegFailure | null;
  readonly onResult: (result: ApiRequestResult, status: number | null) => void;
  /** Whether the read limit allows another read now. Other requests are always sent. */
  readonly acquireQuota?: () => Promise<boolean>;
  readonly trace?: (direction: 'sent' | 'received', text: string) => void;
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Empty: none. */
  readonly location: string;
}

/** Requests to a carrier's API. */
export class CloudHttpClient {
  readonly #agent: Agent;

  constructor(
    private readonly options: CloudHttpClientOptions,
    agent?: Agent,
  ) {
    this.#agent =
      agent ??
      new Agent({
        connections: CONNECTIONS,
        connect: { timeout: API_CONNECT_TIMEOUT_MS, family: 4, autoSelectFamily: false },
        headersTimeout: API_RESPONSE_TIMEOUT_MS,
        bodyTimeout: API_RESPONSE_TIMEOUT_MS,
      });
  }

  /** The same trunk, with a listener for requests and responses. */
  withTrace(trace: NonNullable<CloudHttpClientOptions['trace']>): CloudHttpClient {
    return new CloudHttpClient({ ...this.options, trace }, this.#agent);
  }

  /** @returns the JSON of a 2xx response; null for another body. @throws CloudFailure */
  async send({ method, path, form, json }: CloudHttpRequest): Promise<unknown> {
    const { baseUrl, user, password, trace, acquireQuota } = this.options;
    // Same as the carrier's own 429.
    if (method === 'GET' && (await acquireQuota?.()) === false)
      throw new CloudFailure({ type: 'http', status: 429 }, null);
    const body = form
      ? new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString()
      : json === undefined
        ? null
        : JSON.stringify(json);
    trace?.('sent', `${method} ${path}${body === null ? '' : `\n${body}`}`);
    const headers = {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      accept: 'application/json',
      ...(body !== null && {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    };
    const answer = await this.#fetch(`${baseUrl}${path}`, { method, headers, body });
    trace?.('received', `${answer.status}\n${answer.text}`);
    return this.#read(answer);
  }

  close(): void {
    void this.#agent.close().catch(() => undefined);
  }

  async #fetch(
    url: string,
    options: { method: CloudHttpRequest['method']; headers: Record<string, string>; body: string | null },
  ): Promise<HttpAnswer> {
    try {
      const { statusCode, headers, body } = await request(url, {
        ...options,
        dispatcher: this.#agent,
        // This also limits a response that trickles.
        signal: AbortSignal.timeout(this.options.timeoutMs ?? API_RESPONSE_TIMEOUT_MS),
      });
      const bytes = await boundedBytes(body, MAX_RESPONSE_BYTES);
      if (!bytes) throw new Error('the answer is too long');
      const location = String(headers['location'] ?? '');
      return { status: statusCode, text: bytes.toString('utf8'), location };
    } catch (error) {
      throw this.#failureOf(error);
    }
  }

  /** A request that never left this machine had no effect. */
  #failureOf(error: unknown): CloudFailure {
    const { code, name = '' } = error as { code?: unknown; name?: string };
    // The code of an aborted request is a number.
    const fault = typeof code === 'string' ? code : name;
    const [result, type] = FAULTS.get(fault) ?? (isCertificate(fault) ? BAD_CERTIFICATE : LOST);
    this.options.onResult(/timeout/i.test(fault) ? 'timed_out' : result, null);
    return new CloudFailure({ type }, null, { fault });
  }

  #read({ status, text, location }: HttpAnswer): unknown {
    this.options.onResult(status === 401 || status === 403 ? 'refused' : 'answered', status);
    const body = parsedJson(text) ?? null;
    if (status >= 200 && status < 300) return body;
    const code = codeIn(body);
    const response = code === null ? String(status) : `${status} ${code}`;
    if (status >= 500) throw new CloudFailure({ type: 'request_lost' }, response);
    const event = this.options.eventOf(status, code) ?? { type: 'http', status };
    throw new CloudFailure(event, response, { location });
  }
}

type Fault = readonly [
  result: ApiRequestResult,
  type: 'not_resolved' | 'connection_refused' | 'target_silent' | 'bad_certificate' | 'request_lost',
];

const FAULTS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['ENOTFOUND', ['not_resolved', 'not_resolved']],
  ['EAI_AGAIN', ['not_resolved', 'not_resolved']],
  ['ECONNREFUSED', ['unreachable', 'connection_refused']],
  ['EHOSTUNREACH', ['unreachable', 'connection_refused']],
  ['ENETUNREACH', ['unreachable', 'connection_refused']],
  ['UND_ERR_CONNECT_TIMEOUT', ['timed_out', 'target_silent']],
]);
const BAD_CERTIFICATE: Fault = ['unreachable', 'bad_certificate'];
const LOST: Fault = ['unreachable', 'request_lost'];

function isCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code);
}

function codeIn(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'number' && Number.isInteger(code) ? code : null;
}
