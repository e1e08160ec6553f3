export interface TrunkSummaryEntry {
  readonly id: string;
  readonly name: string;
  readonly state: 'up' | 'down' | 'unknown' | 'failing';
}

/** The summary of the readiness probe, which is public: ids alone. */
export function trunkSummary(trunks: readonly TrunkSummaryEntry[]): string {
  const down = trunks.filter(({ state }) => state === 'down').map(({ id }) => id);
  if (down.length === 0) return 'ok';
  return `${down.length} of ${trunks.length} trunks ${down.length === 1 ? 'is' : 'are'} down: ${down.join(', ')}`;
}
