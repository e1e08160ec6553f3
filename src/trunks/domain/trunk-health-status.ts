/** The health of a trunk, as one process sees it. */
export interface TrunkHealthStatus {
  readonly state: 'up' | 'down' | 'unknown';
  /** null unless it is down. */
  readonly reason: string | null;
}
