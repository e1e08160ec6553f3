/** How good the sound of a phone was, in both directions, as far as RTP and RTCP report it. */
export interface LineQuality {
  readonly codec: string | null;
  readonly encrypted: boolean;
  /** The quality of the audio that this service received. */
  readonly in: {
    readonly mos: number;
    readonly jitterMs: number;
    readonly lostPercent: number;
    /** Arrived after their time to be played. */
    readonly latePercent: number;
  };
  /** The quality of the audio that the far side received, as it reports; null before its first report. */
  readonly out: { readonly mos: number; readonly lostPercent: number; readonly jitterMs: number } | null;
  readonly roundTripMs: number | null;
  /** From one side's microphone to the other's ear, as far as it is known. */
  readonly delayMs: number;
}

/** The delay above which talkers begin to interrupt each other (ITU-T G.107, simplified). */
const NOTICED_DELAY_MS = 177.3;
/** ITU-T G.113 for G.711 with concealment: how much loss impairs, and how robust it is. */
const MAX_IMPAIRMENT = 95;
const LOSS_ROBUSTNESS = 25.1;
const BASE_RATING = 93.2;

/** Mean opinion score, 1 to 4.5 with one decimal, estimated by ITU-T G.107. @param percent lost and late packets */
export function meanOpinionScore(delayMs: number, percent: number): number {
  const late = Math.max(0, delayMs - NOTICED_DELAY_MS);
  const impairment = 0.024 * delayMs + 0.11 * late + (MAX_IMPAIRMENT * percent) / (percent + LOSS_ROBUSTNESS);
  // Below zero the formula rises again.
  const rating = Math.max(0, BASE_RATING - impairment);
  const score = 1 + 0.035 * rating + 7e-6 * rating * (rating - 60) * (100 - rating);
  return Math.max(1, toTenth(score));
}

export function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The line quality in the API. */
export function lineView({ codec, encrypted, in: own, out, roundTripMs, delayMs }: LineQuality) {
  return {
    codec,
    encrypted,
    in: {
      mos: own.mos,
      jitter_ms: own.jitterMs,
      lost_percent: own.lostPercent,
      late_percent: own.latePercent,
    },
    out: out && { mos: out.mos, lost_percent: out.lostPercent, jitter_ms: out.jitterMs },
    round_trip_ms: roundTripMs,
    delay_ms: delayMs,
  };
}

/** The text in the timeline. */
export function describeLine({ in: own, out, delayMs }: LineQuality): string {
  const scores = [`MOS ${own.mos.toFixed(1)} in`, ...(out ? [`${out.mos.toFixed(1)} out`] : [])];
  return (
    `${scores.join(', ')}; jitter ${Math.round(own.jitterMs)} ms; lost ${own.lostPercent} %; ` +
    `delay ${Math.round(delayMs)} ms.`
  );
}
