/** What the line brought while the agent spoke or listened. */
export type Heard =
  /** The contact spoke; `machine` when the carrier takes it for a greeting of a machine. */
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly machine?: boolean;
    }
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

/** How an utterance of the agent went. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The words that were really heard; shorter than the text when the contact cut in or hung up. */
  readonly heard: string;
  readonly hungUp: boolean;
}

/**
 * A connected leg as text: a carrier that brings its own speech, or the simulator. All times are milliseconds since
 * the answer, on the line's own clock.
 */
export interface TextLine {
  /** Milliseconds since the answer. */
  nowMs(): number;
  /** Speaks; resolves when it was heard, or cut off. */
  say(text: string): Promise<Spoken>;
  /** Waits for the contact to speak, at most so long. */
  listen(forMs: number): Promise<Heard>;
  /** Connects the contact to a person; resolves with what those two then said, when they are through. */
  transfer(
    number: string,
  ): Promise<readonly { speaker: 'contact' | 'human'; text: string; startMs: number; endMs: number }[]>;
}
