import type { Verdict } from './cause-map';

type Outcome = Verdict['outcome'];

/**
 * What becomes of a dial that no trunk answered, from the verdicts of the trunks in the order in which they were asked. The
 * last one decides when nobody else might be asked after it; else a temporary refusal puts the call back, the last one's
 * reason with it.
 * @returns null when no trunk was asked
 */
export function outcomeOfRoutes(verdicts: readonly Verdict[]): Pick<Verdict, 'outcome' | 'counts'> | null {
  const last = verdicts.at(-1);
  if (!last?.failover) return last ?? null;
  return verdicts.findLast(({ outcome }) => isTemporary(outcome)) ?? last;
}

function isTemporary(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.temporary;
}
