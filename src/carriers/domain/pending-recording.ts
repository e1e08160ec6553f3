export interface RecordedCall {
  readonly trunkId: string;
  /** The carrier's own id of the call that it recorded. */
  readonly carrierId: string;
}

/** The part of a talk that the carrier recorded, because it had joined the contact with a person; the rest we recorded. */
export interface RecordedPart {
  /** Where it begins, in milliseconds since the answer. */
  readonly fromMs: number;
  /** Transcribed in an agent's language (null is Hinglish); null: not transcribed. */
  readonly words: { readonly language: string | null } | null;
}

export interface CarrierRecording extends RecordedCall {
  /** null: it is the whole recording of the call. */
  readonly part: RecordedPart | null;
}

export interface PendingRecording extends CarrierRecording {
  readonly reference: string;
  readonly carrier: string;
  /** How long the two talked; a recording that is much longer is none of this call. */
  readonly talkMs: number;
  readonly endedAt: Date;
}

/** When it is looked for, in milliseconds after the end of the call; then it is given up. */
export const FETCH_DELAYS_MS: readonly number[] = [5_000, 30_000, 120_000, 300_000, 900_000, 1_800_000];

/** Carriers that record from the first answer have the ringing of the second phone, too. */
const LONGER_BY_MS = 5 * 60_000;

/** The longest plausible recording of a talk, in milliseconds. */
export function maxRecordingMs({ talkMs }: Pick<PendingRecording, 'talkMs'>): number {
  return talkMs + LONGER_BY_MS;
}
