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
