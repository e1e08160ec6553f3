/** What happened on the line while the agent listened. */
type Heard =
  /** The contact spoke; `machine` when the carrier takes it for a voicemail greeting. */
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly machine?: boolean;
      /** The contact hung up with these words. */
      readonly hungUp?: boolean;
    }
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

/** What became of an utterance of the agent. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The words that were heard; shorter than the text when it was cut off. */
  readonly heard: string;
  /** What cut it off, null when it was heard to its end. */
  readonly cutBy: 'barge_in' | 'hung_up' | 'lost' | 'limit' | null;
}

/** What was said after a transfer and who hung up. Nothing said means that nobody took it. */
export interface Transferred {
  readonly said: readonly {
    readonly speaker: 'contact' | 'human';
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  readonly endedBy: 'contact' | 'human' | 'lost' | 'limit';
}

/**
 * A connected leg as text, for carriers with their own speech recognition and synthesis. All times are whole
 * milliseconds since the answer, on the line's own clock. No method rejects: a broken connection is `lost`.
 */
export interface TextLine {
  /** Milliseconds since the answer. */
  nowMs(): number;
  /** The talk's limit: at this time the line cuts off whatever runs on it. Called once, before anything is said. */
  cutAt(limitMs: number): void;
  /** Speaks; resolves when the text was heard or cut off. */
  say(text: string): Promise<Spoken>;
  /** Waits at most `forMs` for the contact to begin to speak; resolves when the contact has finished. */
  listen(forMs: number): Promise<Heard>;
  /** Connects the contact to a person; resolves when their talk is over, or when nobody took it. */
  transfer(number: string): Promise<Transferred>;
}
