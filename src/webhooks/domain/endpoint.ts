export interface EndpointState {
  readonly accountId: string;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  readonly secretLast4: string;
  /** Encrypted; also signs until `previousSecretUntil`. */
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Encrypted, newest first; at most two. */
export function signingSecrets(endpoint: EndpointState, now: Date): string[] {
  const { secret, previousSecret, previousSecretUntil } = endpoint;
  const overlap = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
  return overlap ? [secret, previousSecret] : [secret];
}
