/** The health of a trunk, as one process sees it. */
export interface TrunkHealthStatus {
  readonly state: 'up' | 'down' | 'unknown';
  /** Why it is down; null otherwise. */
  readonly reason: string | null;
}
