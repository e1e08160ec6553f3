import type { FailureOutcome } from './cause-map';

type Outcome = FailureOutcome['outcome'];

/**
 * The outcome of a dial without an answer. The last trunk decides when no other may be tried after it; else a
 * temporary refusal requeues the call, with the last one's reason.
 * @returns null when no trunk was tried
 */
export function combineOutcomes(
  failures: readonly FailureOutcome[],
): Pick<FailureOutcome, 'outcome' | 'countsAsDial'> | null {
  const last = failures.at(-1);
  if (!last?.triesNextTrunk) return last ?? null;
  return failures.findLast(({ outcome }) => isTemporary(outcome)) ?? last;
}

function isTemporary(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.temporary;
}
