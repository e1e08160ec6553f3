import type { FailureOutcome } from './cause-map';

/**
 * The result that the circuit breaker counts. `taken`: an 18x or 200; `person`: busy or no answer; `refused`: the trunk
 * did not place the call; null: we gave up first.
 */
export function breakerResult(
  failure: FailureOutcome | null,
  rang: boolean,
): 'taken' | 'person' | 'refused' | null {
  if (rang) return 'taken';
  if (!failure) return null;
  const { outcome } = failure;
  const isPerson = outcome.kind === 'ended' && (outcome.cause === 'busy' || outcome.cause === 'no_answer');
  return isPerson ? 'person' : 'refused';
}
