import type { AnsweredCall } from '../../../carriers';
import type { EndedBy } from '../../domain/voice-test';
import type { PageEnd } from '../../infrastructure/page-connection';

const LOST = 'The connection was lost.';

export interface TestEnd {
  readonly by: EndedBy;
  readonly reason: string | null;
  /** The talk could not begin: the test has failed. */
  readonly isFailure?: boolean;
}

export const LEFT_REASONS: Readonly<Record<PageEnd, string>> = {
  lost: LOST,
  left: LOST,
  signed_out: 'The person signed out.',
  misused: 'The page sent what it may not.',
};

export function endOf(end: Awaited<ReturnType<AnsweredCall['run']>>['end'], maxSeconds: number): TestEnd {
  const reason = end.reason ?? null;
  if (end.cause === 'limit_of_minutes') {
    return { by: 'limit', reason: `The talk reached its limit of ${maxSeconds} s.` };
  }
  if (end.cause !== 'hung_up') return { by: 'service', reason: reason ?? LOST };
  return { by: end.by === 'agent' ? 'agent' : 'person', reason };
}

/** null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}
