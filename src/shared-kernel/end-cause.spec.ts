import { hasReachedLimit } from './end-cause';

test.each([
  ['ours', 60_000, 0, 60, true],
  ["the carrier's, whose end came first", 59_800, 0, 60, true],
  ["the carrier's, by its own seconds", 58_900, 60_000, 60, true],
  ['not reached', 59_400, 59_000, 60, false],
  ['none', 86_400_000, 0, 0, false],
] as const)('describes the limit of %s', (_what, talkMs, reportedMs, maxTalkSeconds, expected) =>
  expect(hasReachedLimit(talkMs, reportedMs, maxTalkSeconds)).toBe(expected),
);
