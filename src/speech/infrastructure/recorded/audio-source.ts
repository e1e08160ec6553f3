/** Left and right, equally long, from −1 to 1; mono is both. */
export type AudioPiece = readonly [left: Float32Array, right: Float32Array];

export interface AudioSource {
  /** Samples a second; the first value of a file applies to all of it. */
  readonly rate: number;
  readonly pieces: AsyncIterable<AudioPiece>;
}

/** The file is invalid. The message is the reason, and fit for a log. */
export class InvalidAudio extends Error {
  override readonly name = 'InvalidAudio';
}
