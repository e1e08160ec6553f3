/** What the line brought while the agent listened. */
type Heard =
  /** The contact spoke; `machine` when the carrier takes it for a greeting of a machine. */
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly machine?: boolean;
      /** The contact put the phone down with these words. */
      readonly hungUp?: boolean;
    }
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

/** How an utterance of the agent went. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The words that were really heard; shorter than the text when it was cut off. */
  readonly heard: string;
  /** What cut it off, null when it was heard to its end. */
  readonly cutBy: 'barge_in' | 'hung_up' | 'lost' | 'limit' | null;
}

/** What the two said after a transfer, and who put the phone down; nothing said is "nobody took it". */
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
 * A connected leg as text: a carrier that brings its own speech, or the simulator. All times are whole milliseconds
 * since the answer, on the line's own clock. Nothing on it rejects: a line that breaks says `lost`.
 */
export interface TextLine {
  /** Milliseconds since the answer. */
  nowMs(): number;
  /** From this time on the line cuts whatever runs on it: the talk's limit. Called once, before anything is said. */
  cutAt(limitMs: number): void;
  /** Speaks; resolves when it was heard, or cut off. */
  say(text: string): Promise<Spoken>;
  /** Waits for the contact to begin to speak, at most so long; resolves when the contact has finished. */
  listen(forMs: number): Promise<Heard>;
  /** Connects the contact to a person; resolves when those two are through, or when nobody took it. */
  transfer(number: string): Promise<Transferred>;
}
