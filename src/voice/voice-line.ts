import type { Answerer, TextLine } from '../conversation';

export type LineEndReason = 'hung_up' | 'lost' | 'limit';

export interface VoiceLine extends TextLine {
  /** The first reason counts; speech and input end with it. */
  end(why: LineEndReason): void;
  /** The far side puts the line on hold, or resumes it. */
  setHold(isOnHold: boolean): void;
  /** A key that did not come with the audio. */
  key(key: string): void;
  /** The dialogue engine found out who answered. */
  settle(answerer: Answerer): void;
  /** Releases the resources of the line, once the talk has ended. */
  close(): void;
}
