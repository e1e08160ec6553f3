export type Answerer = 'voicemail' | 'announcement' | 'screening' | 'ivr';

export type ListenResult =
  /** Words, or keys (`[DTMF 12#]`). */
  | {
      readonly kind: 'speech';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly answerer?: Answerer;
      readonly hungUp?: boolean;
    }
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'stt_failed' }
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'lost' };

export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  readonly playedText: string;
  /** From the end of the contact's speech to the agent's first audio; absent without speech before. */
  readonly responseMs?: number;
  /** `null`: complete. After `tts_failed` the line has apologised, if it could. */
  readonly cutBy: 'barge_in' | 'hung_up' | 'lost' | 'limit' | 'tts_failed' | null;
}

/** The turns after a transfer, and its end. `null`: not answered, and the contact is still connected. */
export interface Transferred {
  readonly turns: readonly {
    readonly speaker: 'contact' | 'human';
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  readonly endedBy: 'contact' | 'human' | 'lost' | 'limit' | null;
}

/** Text of a reply whose beginning may be synthesized before it is needed; the signal drops it. */
export interface EarlyReply {
  readonly text: AsyncIterable<string>;
  readonly signal: AbortSignal;
}

/** Requests the reply to a turn before it is certain that the turn is over. */
export interface EarlyListener {
  /** @returns null when no reply is requested */
  onSettled(words: {
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }): EarlyReply | null;
  /** The contact continues to speak. */
  onResumed(): void;
}

/** How the agent fills the time of work that the contact waits for. */
export interface WorkWait {
  /** Before the first phrase; then there is one every `everyMs`. */
  readonly firstMs: number;
  readonly everyMs: number;
  readonly phrase: () => string;
  onSpoken(spoken: Spoken): void;
  onHeard(turn: { readonly text: string; readonly startMs: number; readonly endMs: number }): void;
}

/** Work that the contact waits for. */
export interface AwaitedWork<T> {
  /** Never rejects. */
  readonly over: Promise<T>;
  /** The duration in talk time, on lines with their own clock; null: the time that passed. */
  talkMs(value: T): number | null;
}

export type WaitResult<T> = { readonly value: T } | { readonly endedBy: 'hung_up' | 'lost' | 'limit' };

export interface TalkTimes {
  readonly greetingMs: number;
  /** Waits for the contact to begin to speak, one a silence. After the last the agent hangs up. */
  readonly silencesMs: readonly number[];
  /** After "one minute please", and during an on-hold announcement. `null`: as after any words. */
  readonly waitRequestMs: number | null;
  readonly onHoldMessageMs: number | null;
  /** The wait for the contact, after the agent answered a call screener. */
  readonly screeningMs: number;
}

export const SIMULATED_TIMES: TalkTimes = {
  greetingMs: 900,
  silencesMs: [6_000, 6_000],
  waitRequestMs: null,
  onHoldMessageMs: null,
  screeningMs: 6_000,
};

/** A connected leg as text. Times are whole milliseconds since the answer. No method rejects: `lost` is a result. */
export interface TextLine {
  readonly times: TalkTimes;
  nowMs(): number;
  /** At the limit the line interrupts all speech and waiting. Called once, before the first utterance. */
  cutAt(limitMs: number): void;
  /** Resolves when the text was played or cut off. Null without a word, also because the text broke off. */
  speak(text: AsyncIterable<string>): Promise<Spoken | null>;
  /** Waits at most `forMs` for the contact to begin to speak; resolves when the contact has finished. */
  listen(forMs: number, early?: EarlyListener): Promise<ListenResult>;
  awaitBeep(): Promise<void>;
  /** Waits until the work or the line is over. Speech of the contact does not end the work. */
  waitFor<T>(work: AwaitedWork<T>, wait: WorkWait): Promise<WaitResult<T>>;
  /**
   * Connects the contact to the first E.164 number that answers. Resolves at the end of their talk, or without an
   * answer.
   */
  transfer(numbers: readonly [string, ...string[]]): Promise<Transferred>;
}
