import type { FailureOutcome } from './cause-map';

/**
 * What the circuit breaker makes of a leg that is over: `taken` after an 18x or 200; `person` when somebody was busy or did
 * not answer; `refused` when the trunk did not place it; null when we gave up first.
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
