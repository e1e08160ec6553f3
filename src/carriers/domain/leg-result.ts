import type { FailureOutcome } from './cause-map';

/**
 * The result of an ended leg for the circuit breaker: `taken` after an 18x or 200; `person` when the phone was
 * busy or not answered; `refused` when the trunk did not place the call; null when we gave up first.
 */
export function breakerResult(
  verdict: FailureOutcome | null,
  rang: boolean,
): 'taken' | 'person' | 'refused' | null {
  if (rang) return 'taken';
  if (!verdict) return null;
  const { outcome } = verdict;
  const isPerson = outcome.kind === 'ended' && (outcome.cause === 'busy' || outcome.cause === 'no_answer');
  return isPerson ? 'person' : 'refused';
}
