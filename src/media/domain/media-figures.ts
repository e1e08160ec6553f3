import { type DropReason, noDrops, type PathStatistics } from './audio-path';

export interface RtpTotals {
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly dropped: Readonly<Record<DropReason | 'late', number>>;
}

/** The measurements of a media thread since it began. */
export interface MediaFigures {
  readonly lateness: {
    readonly ticks: number;
    readonly sumMs: number;
    readonly buckets: readonly { readonly ms: number; readonly ticks: number }[];
  };
  readonly rtp: RtpTotals;
}

export const LATENESS_BUCKETS_MS = [1, 2, 5, 10, 20, 40, 100, 200] as const;

export const NO_TOTALS: RtpTotals = { sent: 0, received: 0, lost: 0, dropped: { ...noDrops(), late: 0 } };

export const NO_FIGURES: MediaFigures = {
  lateness: { ticks: 0, sumMs: 0, buckets: LATENESS_BUCKETS_MS.map((ms) => ({ ms, ticks: 0 })) },
  rtp: NO_TOTALS,
};

export function withLeg(
  totals: RtpTotals,
  { sent, received, lost, late, dropped }: PathStatistics,
): RtpTotals {
  return sum(totals, { sent, received, lost, dropped: { ...dropped, late } });
}

export function addFigures(one: MediaFigures, other: MediaFigures): MediaFigures {
  const ticks = new Map(other.lateness.buckets.map((bucket) => [bucket.ms, bucket.ticks]));
  return {
    lateness: {
      ticks: one.lateness.ticks + other.lateness.ticks,
      sumMs: one.lateness.sumMs + other.lateness.sumMs,
      buckets: one.lateness.buckets.map(({ ms, ticks: own }) => ({ ms, ticks: own + (ticks.get(ms) ?? 0) })),
    },
    rtp: sum(one.rtp, other.rtp),
  };
}

/** A packet that arrives late is no longer lost, but a counter never decreases. */
export function monotonicFigures(before: MediaFigures, now: MediaFigures): MediaFigures {
  return { ...now, rtp: { ...now.rtp, lost: Math.max(before.rtp.lost, now.rtp.lost) } };
}

function sum(one: RtpTotals, other: RtpTotals): RtpTotals {
  return {
    sent: one.sent + other.sent,
    received: one.received + other.received,
    lost: one.lost + other.lost,
    dropped: {
      malformed: one.dropped.malformed + other.dropped.malformed,
      unknown_source: one.dropped.unknown_source + other.dropped.unknown_source,
      other_source: one.dropped.other_source + other.dropped.other_source,
      payload_type: one.dropped.payload_type + other.dropped.payload_type,
      double: one.dropped.double + other.dropped.double,
      authentication: one.dropped.authentication + other.dropped.authentication,
      late: one.dropped.late + other.dropped.late,
    },
  };
}
