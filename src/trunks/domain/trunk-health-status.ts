/** The health of a trunk, as one process sees it. */
export interface TrunkHealthStatus {
  readonly state: 'up' | 'down' | 'unknown';
  /** null unless it is down. */
  readonly reason: string | null;
  /** Set for a trunk with which phones register. */
  readonly phones?: RegisteredPhones;
}

/** The phones that registered with a trunk in one process. Instants are ISO 8601. */
export interface RegisteredPhones {
  readonly registrations: readonly PhoneRegistration[];
  /** Where the last wrong password came from; null: the last one was right, or none came. */
  readonly refusedFrom: string | null;
}

interface PhoneRegistration {
  /** `address:port` as this process sees it. */
  readonly address: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** User-Agent. */
  readonly agent: string | null;
  readonly since: string;
  readonly expiresAt: string;
}
