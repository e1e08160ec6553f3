/** A function call of the model. */
export interface ModelCall {
  readonly name: string;
  /** A text is JSON, maybe cut off. */
  readonly arguments: unknown;
}

/** A part of the stream. A call counts as a word; the last part has all calls. */
export interface ModelPiece {
  readonly text: string;
  readonly beginsCall?: boolean;
  /** Characters of a call's arguments that came: progress, although there is nothing to speak. */
  readonly callLetters?: number;
  readonly calls?: readonly ModelCall[];
}

/** How parts of a stream are joined until the first word. */
export interface PieceKind<Piece> {
  readonly none: Piece;
  join(before: Piece, after: Piece): Piece;
  hasWord(piece: Piece): boolean;
  letters(piece: Piece): number;
}

const LETTER = /[\p{L}\p{N}]/gu;

export const MODEL_PIECES: PieceKind<ModelPiece> = {
  none: { text: '' },
  join: (before, after) => ({ ...before, ...after, text: before.text + after.text }),
  hasWord: ({ text, beginsCall, calls }) => beginsCall === true || calls !== undefined || lettersIn(text) > 0,
  letters: ({ text, callLetters = 0 }) => lettersIn(text) + callLetters,
};

export function lettersIn(text: string): number {
  return text.match(LETTER)?.length ?? 0;
}
