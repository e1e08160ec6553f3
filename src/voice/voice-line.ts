import type { Answerer, TextLine } from '../conversation';

export type LineEndReason = 'hung_up' | 'lost' | 'limit';

export interface VoiceLine extends TextLine {
  /** The first reason counts; speech and input end with it. */
  end(why: LineEndReason): void;
  setHold(isOnHold: boolean): void;
  /** A key outside the audio. */
  key(key: string): void;
  settle(answerer: Answerer): void;
  close(): void;
}
