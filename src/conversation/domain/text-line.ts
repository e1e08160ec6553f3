/** A machine that answered in the contact's place. */
export type Answerer = 'voicemail' | 'announcement' | 'screening' | 'ivr';

/** What happened on the line while the agent listened. */
export type Heard =
  /** The contact spoke, or pressed keys (`[DTMF 12#]`). */
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /** These words are a machine's. */
      readonly answerer?: Answerer;
      /** The contact hung up with these words. */
      readonly hungUp?: boolean;
    }
  | { readonly kind: 'silence'; readonly forMs: number }
  /** The contact spoke twice, and not a word was recognized. */
  | { readonly kind: 'unclear' }
  /** No speech recognition works any more. */
  | { readonly kind: 'stt_failed' }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

/** What became of an utterance of the agent. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The words that were heard; shorter than the text when it was cut off. */
  readonly heard: string;
  /** From the end of the contact's speech to the agent's first audio; absent where nobody had spoken. */
  readonly responseMs?: number;
  /** What cut it off, null when it was heard to its end. After `tts_failed` the line has apologised, if it could. */
  readonly cutBy: 'barge_in' | 'hung_up' | 'lost' | 'limit' | 'tts_failed' | null;
}

/** What was said after a transfer, and how it ended; null: nobody took it, and the contact is still there. */
export interface Transferred {
  readonly said: readonly {
    readonly speaker: 'contact' | 'human';
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  readonly endedBy: 'contact' | 'human' | 'lost' | 'limit' | null;
}

/** How long the agent waits on a line, in milliseconds. */
export interface TalkTimes {
  /** For a "Hello?" after the answer. */
  readonly greetingMs: number;
  /** For the contact to begin to speak: the first silence, the second and so on. After the last the agent hangs up. */
  readonly silencesMs: readonly number[];
  /** After "one minute please", and while a machine says that the contact holds the line; null: as after any words. */
  readonly waitRequestMs: number | null;
  readonly holdMessageMs: number | null;
  /** For the contact, after the agent told a call screener who it is. */
  readonly screeningMs: number;
}

/** The times of a network without people. */
export const SIMULATED_TIMES: TalkTimes = {
  greetingMs: 900,
  silencesMs: [6_000, 6_000],
  waitRequestMs: null,
  holdMessageMs: null,
  screeningMs: 6_000,
};

/**
 * A connected leg as text: speech recognition and synthesis are behind it. All times are whole milliseconds since the answer,
 * on the line's own clock. No method rejects: a broken connection is `lost`.
 */
export interface TextLine {
  readonly times: TalkTimes;
  /** Milliseconds since the answer; stands still once the line is cut. */
  nowMs(): number;
  /** The talk's limit: at this time the line cuts off whatever runs on it. Called once, before anything is said. */
  cutAt(limitMs: number): void;
  /**
   * Speaks a text that may still be written; resolves when it was heard or cut off. A line that is cut reads no further.
   * @returns null when not a word came, also because the text broke off
   */
  say(text: AsyncIterable<string>): Promise<Spoken | null>;
  /** Waits at most `forMs` for the contact to begin to speak; resolves when the contact has finished. */
  listen(forMs: number): Promise<Heard>;
  /** Waits until a voicemail records: for its beep, or until its greeting is over. */
  awaitBeep(): Promise<void>;
  /**
   * Connects the contact to a person, on the first of these E.164 numbers that is answered. Resolves when their talk is over,
   * or when nobody took it.
   */
  transfer(numbers: readonly [string, ...string[]]): Promise<Transferred>;
}
