import type { LegEnd, LegName } from './carrier';
import { unconnectedLegEnd, type UnansweredReason } from './connect-end';

const CASES: readonly [UnansweredReason, LegName, boolean, Partial<LegEnd>][] = [
  [{ kind: 'abandoned' }, 'counsellor', false, { cause: 'canceled', by: null }],
  [{ kind: 'abandoned' }, 'contact', false, { cause: 'canceled', by: null }],
  [
    { kind: 'abandoned' },
    'contact',
    true,
    { cause: 'failed', by: 'human', reason: 'The counsellor hung up before the contact answered.' },
  ],
  [
    { kind: 'refused', reason: '503, it has no capacity right now' },
    'contact',
    false,
    { cause: 'failed', reason: 'The carrier refused: 503, it has no capacity right now' },
  ],
  [{ kind: 'ended', cause: 'busy' }, 'contact', false, { cause: 'busy' }],
  [
    { kind: 'ended', cause: 'busy', reason: 'The call was declined.' },
    'counsellor',
    false,
    { cause: 'busy', reason: 'The call was declined.' },
  ],
  [{ kind: 'ended', cause: 'no_answer' }, 'counsellor', false, { cause: 'no_answer' }],
  [
    { kind: 'ended', cause: 'number_unreachable', reason: 'The number does not exist or cannot be reached.' },
    'counsellor',
    false,
    { cause: 'number_unreachable', reason: 'The number does not exist or cannot be reached.' },
  ],
];

test.each(CASES)('ends after %j of the %s (left: %s) as %j', (why, who, hasLeft, expected) =>
  expect(unconnectedLegEnd(why, who, hasLeft)).toEqual({
    by: 'carrier',
    talkMs: null,
    unansweredLeg: who,
    ...expected,
  }),
);
