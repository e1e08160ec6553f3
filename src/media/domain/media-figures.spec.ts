import { noDrops, type PathStatistics } from './audio-path';
import { monotonicFigures, NO_FIGURES, NO_TOTALS, addFigures, withLeg } from './media-figures';

const leg = (counts: Partial<PathStatistics>): PathStatistics => ({
  codec: null,
  sent: 0,
  received: 0,
  lost: 0,
  late: 0,
  concealedMs: 0,
  jitterMs: 0,
  lostThere: null,
  roundTripMs: null,
  silentMs: null,
  dropped: noDrops(),
  ...counts,
});

test('sums legs, and counts late packets as dropped', () => {
  const one = withLeg(NO_TOTALS, leg({ sent: 5, received: 4, lost: 1, late: 2 }));
  const both = withLeg(one, leg({ sent: 1, dropped: { ...noDrops(), unknown_source: 3 } }));
  expect(both).toEqual({
    sent: 6,
    received: 4,
    lost: 1,
    dropped: { ...noDrops(), unknown_source: 3, late: 2 },
  });
});

test('sums two threads', () => {
  const rtp = withLeg(NO_TOTALS, leg({ sent: 5 }));
  const buckets = NO_FIGURES.lateness.buckets.map(({ ms }) => ({ ms, ticks: ms }));
  const one = { lateness: { ticks: 200, sumMs: 70, buckets }, rtp };
  expect(addFigures(NO_FIGURES, one)).toEqual(one);
  expect(addFigures(one, one)).toMatchObject({
    lateness: { ticks: 400, sumMs: 140, buckets: buckets.map(({ ms }) => ({ ms, ticks: 2 * ms })) },
    rtp: { sent: 10 },
  });
});

test("preserves a packet's count as lost when it arrives after all", () => {
  const before = { ...NO_FIGURES, rtp: { ...NO_TOTALS, lost: 3 } };
  const now = { ...NO_FIGURES, rtp: { ...NO_TOTALS, received: 9, lost: 2 } };
  expect(monotonicFigures(before, now).rtp).toMatchObject({ received: 9, lost: 3 });
});
