/** A trunk as this process finds it. */
export interface TrunkSummaryEntry {
  readonly id: string;
  readonly name: string;
  readonly state: 'up' | 'down' | 'unknown' | 'failing';
}

/** How the trunks are, for the readiness probe. Ids alone: anybody may read it. */
export function trunkSummary(trunks: readonly TrunkSummaryEntry[]): string {
  const down = trunks.filter(({ state }) => state === 'down').map(({ id }) => id);
  if (down.length === 0) return 'ok';
  return `${down.length} of ${trunks.length} trunks ${down.length === 1 ? 'is' : 'are'} down: ${down.join(', ')}`;
}
