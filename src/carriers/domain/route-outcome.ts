import type { FailureOutcome } from './cause-map';

type Outcome = FailureOutcome['outcome'];

/**
 * What becomes of a dial that no trunk answered, from the verdicts of the trunks in the order in which they were asked. The
 * last one decides when nobody else might be asked after it; else a temporary refusal puts the call back, the last one's
 * reason with it.
 * @returns null when no trunk was asked
 */
export function combineOutcomes(
  verdicts: readonly FailureOutcome[],
): Pick<FailureOutcome, 'outcome' | 'countsAsDial'> | null {
  const last = verdicts.at(-1);
  if (!last?.triesNextTrunk) return last ?? null;
  return verdicts.findLast(({ outcome }) => isTemporary(outcome)) ?? last;
}

function isTemporary(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.temporary;
}
