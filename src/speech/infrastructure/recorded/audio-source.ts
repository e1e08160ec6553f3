/** Left and right, equally long, from −1 to 1; mono is both. */
export type AudioPiece = readonly [left: Float32Array, right: Float32Array];

/** Audio that is read piece by piece. */
export interface AudioSource {
  /** In samples a second; what a file says first holds for all of it. */
  readonly rate: number;
  readonly pieces: AsyncIterable<AudioPiece>;
}

/** The file is not what it should be. The message says why, and is fit for a log. */
export class InvalidAudio extends Error {
  override readonly name = 'InvalidAudio';
}
