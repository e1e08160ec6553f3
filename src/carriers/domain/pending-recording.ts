import { MINUTE_MS } from '../../platform/kernel/time/durations';

export interface RecordedCall {
  readonly trunkId: string;
  readonly carrierCallId: string;
}

/** The part of a talk that the carrier bridged and recorded; we recorded the rest. */
export interface RecordedPart {
  /** Milliseconds since the answer. */
  readonly fromMs: number;
  /** The language of an agent's transcript (null is Hinglish); null: not transcribed. */
  readonly words: { readonly language: string | null } | null;
}

export interface CarrierRecording extends RecordedCall {
  /** null: the whole call. */
  readonly part: RecordedPart | null;
}

export interface PendingRecording extends CarrierRecording {
  readonly reference: string;
  readonly carrier: string;
  /** A recording that is much longer is not of this call. */
  readonly talkMs: number;
  readonly endedAt: Date;
}

/** After the end of the call; then it is given up. */
export const FETCH_DELAYS_MS: readonly number[] = [5_000, 30_000, 120_000, 300_000, 900_000, 1_800_000];

/** Carriers that record from the first answer include the ringing of the second phone. */
const LONGER_BY_MS = 5 * MINUTE_MS;

export function maxRecordingMs({ talkMs }: Pick<PendingRecording, 'talkMs'>): number {
  return talkMs + LONGER_BY_MS;
}
