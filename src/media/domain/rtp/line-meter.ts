import { type LineQuality, meanOpinionScore, toTenth } from '../../../shared-kernel/line-quality';
import { SAMPLES_PER_MS } from '../frame';
import type { ReceptionReport } from './rtp-reception';

const INTERVAL_MS = 5_000;
/** Six hours of intervals; no call lasts longer. */
const MAX_INTERVALS = 4_320;
/** A packet is recorded before it leaves. */
const PACKET_MS = 20;

interface LineCounts {
  readonly codec: string | null;
  readonly encrypted: boolean;
  readonly received: number;
  readonly lost: number;
  readonly late: number;
  readonly jitterMs: number;
  /** null before the far side's first report. */
  readonly lostThere: number | null;
  readonly roundTripMs: number | null;
  /** The mean time that received audio waited to be played. */
  readonly bufferMs: number;
}

/** Collects what the figures of a leg do not have: the jitter of each interval, and the far side's reports. */
export class LineMeter {
  readonly #jitters: number[] = [];
  readonly #jittersThere: number[] = [];
  #nextMs: number | null = null;
  #sentAtReport = 0;

  /** Call it each tick. */
  tick(nowMs: number, jitterMs: number): void {
    this.#nextMs ??= nowMs + INTERVAL_MS;
    if (nowMs < this.#nextMs) return;
    this.#nextMs += INTERVAL_MS;
    append(this.#jitters, jitterMs);
  }

  /** @param sent packets until now, a few of which are still in transit */
  onReport(report: ReceptionReport, sent: number): void {
    append(this.#jittersThere, report.jitter / SAMPLES_PER_MS);
    this.#sentAtReport = sent;
  }

  /** null while nothing was received. */
  quality(counts: LineCounts): LineQuality | null {
    const { codec, encrypted, received, lost, late, lostThere, roundTripMs, bufferMs } = counts;
    if (received === 0) return null;
    const delayMs = (roundTripMs ?? 0) / 2 + bufferMs + PACKET_MS;
    const lostPercent = percent(lost, received + lost);
    const latePercent = percent(late, received + lost);
    const lostTherePercent = percent(lostThere ?? 0, this.#sentAtReport);
    return {
      codec,
      encrypted,
      in: {
        mos: meanOpinionScore(delayMs, Math.min(100, lostPercent + latePercent)),
        jitterMs: toTenth(median(this.#jitters) ?? counts.jitterMs),
        lostPercent: toTenth(lostPercent),
        latePercent: toTenth(latePercent),
      },
      out:
        this.#jittersThere.length === 0
          ? null
          : {
              mos: meanOpinionScore(delayMs, lostTherePercent),
              lostPercent: toTenth(lostTherePercent),
              jitterMs: toTenth(median(this.#jittersThere) ?? 0),
            },
      roundTripMs,
      delayMs: toTenth(delayMs),
    };
  }
}

function append(values: number[], value: number): void {
  if (values.length < MAX_INTERVALS) values.push(value);
}

function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, (100 * part) / whole);
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)];
  const below = sorted[Math.ceil(middle) - 1];
  return above === undefined || below === undefined ? undefined : (above + below) / 2;
}
