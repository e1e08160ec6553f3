/** A machine that answered in the contact's place. */
export type Answerer = 'voicemail' | 'announcement' | 'screening' | 'ivr';

/** Events on the line while the agent listens. */
export type ListenResult =
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
  /** The contact spoke twice, without a recognized word. */
  | { readonly kind: 'unclear' }
  /** No speech recognition works any more. */
  | { readonly kind: 'stt_failed' }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

/** Result of an utterance of the agent. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The words that were played; shorter than the text when it was cut off. */
  readonly playedText: string;
  /** From the end of the contact's speech to the agent's first audio; absent without speech before. */
  readonly responseMs?: number;
  /** Cause of an interruption; null: complete. After `tts_failed` the line has apologised, if it could. */
  readonly cutBy: 'barge_in' | 'hung_up' | 'lost' | 'limit' | 'tts_failed' | null;
}

/** The turns after a transfer, and its end; null: it was not answered, and the contact is still connected. */
export interface Transferred {
  readonly turns: readonly {
    readonly speaker: 'contact' | 'human';
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  readonly endedBy: 'contact' | 'human' | 'lost' | 'limit' | null;
}

/** Timeouts of the agent on a line, in milliseconds. */
export interface TalkTimes {
  /** For a "Hello?" after the answer. */
  readonly greetingMs: number;
  /** For the contact to begin to speak: the first silence, the second and so on. After the last the agent hangs up. */
  readonly silencesMs: readonly number[];
  /** After "one minute please", and during an on-hold announcement; null: as after any words. */
  readonly waitRequestMs: number | null;
  readonly onHoldMessageMs: number | null;
  /** For the contact, after the agent answered a call screener. */
  readonly screeningMs: number;
}

/** The times of a network without people. */
export const SIMULATED_TIMES: TalkTimes = {
  greetingMs: 900,
  silencesMs: [6_000, 6_000],
  waitRequestMs: null,
  onHoldMessageMs: null,
  screeningMs: 6_000,
};

/**
 * A connected leg as text: speech recognition and synthesis are behind it. All times are whole milliseconds since the answer,
 * on the line's own clock. No method rejects: a broken connection is `lost`.
 */
export interface TextLine {
  readonly times: TalkTimes;
  /** Milliseconds since the answer; stands still once the line has ended. */
  nowMs(): number;
  /** The talk's limit: then the line interrupts all speech and waiting. Called once, before the first utterance. */
  cutAt(limitMs: number): void;
  /**
   * Speaks a text that may still be streamed; resolves when it was played or cut off. A line that has ended reads no
   * further.
   * @returns null without a word, also because the text broke off
   */
  speak(text: AsyncIterable<string>): Promise<Spoken | null>;
  /** Waits at most `forMs` for the contact to begin to speak; resolves when the contact has finished. */
  listen(forMs: number): Promise<ListenResult>;
  /** Waits until a voicemail records: for its beep, or until its greeting is over. */
  awaitBeep(): Promise<void>;
  /**
   * Connects the contact to a person, on the first of these E.164 numbers that is answered. Resolves at the end of
   * their talk, or when none answers.
   */
  transfer(numbers: readonly [string, ...string[]]): Promise<Transferred>;
}
