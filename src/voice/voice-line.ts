import type { Answerer, TextLine } from '../conversation';

/** Why a line is cut. */
export type LineEndReason = 'hung_up' | 'lost' | 'limit';

/** A connected phone as a text line. */
export interface VoiceLine extends TextLine {
  /** The first cut counts; whatever is said or heard ends with it. */
  end(why: LineEndReason): void;
  /** The far side holds the line, or takes it up again. */
  setHold(isHeld: boolean): void;
  /** A key that did not come with the audio. */
  key(key: string): void;
  /** The dialogue engine found out who answered. */
  settle(answerer: Answerer): void;
  /** Frees what the line holds, once the talk is over. */
  close(): void;
}
