import { AiCallingError } from './base-error.ts';
import type { components } from './schema.gen.ts';
import type { ToolInvocation } from './tool-invocation.ts';

type Schemas = components['schemas'];

/** Any string but those of known events: so a comparison with one of these narrows the union. */
declare enum UnknownEventType {
  Any = '',
}

/** An event of a later service. */
export interface UnknownEvent {
  readonly type: UnknownEventType;
  readonly data: unknown;
}

export type KnownEvent =
  | Schemas['CallCompletedEvent']
  | Schemas['CallNotConnectedEvent']
  | Schemas['HumanCallAnalysisReadyEvent']
  | Schemas['WebhookTestEvent'];

export type WebhookEvent = KnownEvent | UnknownEvent;

export type SignatureProblem =
  'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'no_match' | 'bad_secret' | 'bad_body';

/** A request that does not come from the service, or not in time. */
export class SignatureError extends AiCallingError {
  readonly reason: SignatureProblem;

  constructor(reason: SignatureProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedRequest {
  /** As it was received, before any JSON is parsed. */
  readonly body: string | Uint8Array | ArrayBuffer;
  readonly headers: HeaderSource;
  /** One, or several during a rotation; with or without `whsec_`. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from `now`. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970, or a date; the clock when left out. */
  readonly now?: number | Date | undefined;
}

/** @throws SignatureError with the `reason`; TypeError for a body that was parsed already */
export async function verifyWebhook(request: SignedRequest): Promise<WebhookEvent> {
  return (await verified(request)) as WebhookEvent;
}

/** @throws SignatureError with the `reason`; TypeError for a body that was parsed already */
export async function verifyToolInvocation(request: SignedRequest): Promise<ToolInvocation> {
  return (await verified(request)) as ToolInvocation;
}

const TOLERANCE_SECONDS = 300;

async function verified({ body, headers, secret, toleranceSeconds, now }: SignedRequest): Promise<unknown> {
  const bytes = bytesOf(body);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkAge(timestamp, Number(now ?? Date.now()) / 1_000, toleranceSeconds ?? TOLERANCE_SECONDS);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const keys = [secret].flat().map(keyOf);
  const versions = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const candidates = versions.map((one) => fromBase64(one.slice('v1,'.length)));
  for (const key of keys) {
    if (!key) continue;
    const verify = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const candidate of candidates) {
      if (candidate && (await crypto.subtle.verify('HMAC', verify, candidate, signed))) return parsed(body);
    }
  }
  if (keys.length === 0) throw new SignatureError('bad_secret', 'There is no secret to verify with.');
  if (keys.includes(null)) throw new SignatureError('bad_secret', 'The secret must be whsec_ and Base64.');
  throw new SignatureError(
    'no_match',
    'No signature fits: the secret is another one, or the body was changed.',
  );
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  // A buffer of another realm is no instance of this one's class.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError(
    'body must be the raw body of the request (string or bytes), not what was parsed of it.',
  );
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = typeof headers.get === 'function' ? (headers as Headers).get(name) : ownHeader(headers, name);
  if (!value) throw new SignatureError('missing_header', `The header ${name} is missing.`);
  return value;
}

function ownHeader(headers: HeaderSource, name: string): string | undefined {
  const own = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const found = Object.keys(own).find((key) => key.toLowerCase() === name);
  const value = found === undefined ? undefined : own[found];
  return typeof value === 'string' ? value : value?.join(' ');
}

function checkAge(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new SignatureError(
      'bad_timestamp',
      'The header webhook-timestamp must be whole seconds since 1970.',
    );
  }
  const age = now - Number(timestamp);
  // An age that is no number is refused, too.
  if (!(age <= tolerance))
    throw new SignatureError('too_old', `The request was signed ${Math.round(age)} s ago.`);
  if (!(age >= -tolerance))
    throw new SignatureError('too_new', `The request was signed ${Math.round(-age)} s ahead.`);
}

/**
 * null for a malformed secret: another one may fit.
 * @param secret not a string where a variable of the environment is unset
 */
function keyOf(secret: string | undefined): Uint8Array<ArrayBuffer> | null {
  const key = fromBase64((secret ?? '').replace(/^whsec_/, ''));
  return key?.length ? key : null;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** null for what is no Base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.replace(/={1,2}$/, '');
  if (digits.length % 4 === 1) return null;
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let bits = 0;
  for (let index = 0, filled = 0; index < digits.length; index += 1) {
    const digit = DIGITS.indexOf(digits.charAt(index));
    if (digit < 0) return null;
    bits = ((bits << 6) | digit) & 0xffff;
    if (index % 4 > 0) {
      bytes[filled] = bits >> (6 - (index % 4) * 2);
      filled += 1;
    }
  }
  return bytes;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function parsed(body: SignedRequest['body']): unknown {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return JSON.parse(text);
  } catch {
    throw new SignatureError('bad_body', 'The body is signed, but is no JSON.');
  }
}
