import { createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../secrets';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `whsec_` and padded base64 of 32 random bytes. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** A signing secret, which is shown once, and what is stored of it. */
export interface SealedSecret {
  readonly shown: string;
  readonly stored: { readonly secret: string; readonly secretLast4: string };
}

/** `context` identifies the owner. */
export function newSealedSecret(box: SecretBox, context: string): SealedSecret {
  const shown = newSecret();
  return { shown, stored: { secret: box.seal(shown, context), secretLast4: shown.slice(-4) } };
}

/** Encrypted; the previous secret also signs until `previousSecretUntil`. */
interface StoredSecrets {
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

/** Encrypted, newest first; at most two. */
export function signingSecrets(stored: StoredSecrets, now: Date): string[] {
  const { secret, previousSecret, previousSecretUntil } = stored;
  const overlap = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
  return overlap ? [secret, previousSecret] : [secret];
}

export interface SignedContent {
  readonly eventId: string;
  readonly at: Date;
  readonly body: string | Buffer;
}

/** Standard Webhooks 1.0, and the event id by the API's description. One signature for each secret, in their order. */
export function signatureHeaders({ eventId, at, body }: SignedContent, secrets: readonly string[]) {
  const named = namingHeaders(eventId, at);
  const timestamp = named['webhook-timestamp'];
  const sign = (secret: string) =>
    createHmac('sha256', keyOf(secret)).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
  return {
    ...named,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}

export function namingHeaders(eventId: string, at: Date) {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Service-Event-Id': eventId,
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
