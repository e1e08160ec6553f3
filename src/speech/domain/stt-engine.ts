/** What recognition is told of the talk before it begins. */
export interface SttOptions {
  /** The agent's language setting; null is Hinglish. */
  readonly language: string | null;
  /** Words to expect. */
  readonly keyterms: readonly string[];
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** What a stream reports by itself. */
export interface SttEvents {
  /** The words of the turn so far; each replaces the one before. */
  partial(text: string): void;
  /** The stream is over, whatever was asked of it. */
  failed(error: Error): void;
}

/** Recognition of one side of a talk, turn after turn. */
export interface SttStream {
  /** Whether it reports words while they are spoken, where that is not as its engine says. */
  readonly partials?: boolean;
  /** Takes audio of the turn: 8 kHz, mono. Never blocks, never throws. */
  feed(audio: Int16Array): void;
  /** The contact has been quiet for a moment: an engine may read what there is, so that its words are there at the end. */
  onPause?(): void;
  /** After a lull the contact speaks on: what was read of the turn so far is not all of it. */
  resumed?(): void;
  /** Ends the turn. Resolves with its words, '' when it was noise; rejects when the engine failed. The next audio begins a new turn. */
  end(): Promise<string>;
  close(): void;
}

/** A speech recognizer. Every wait for it is bounded by who asks. */
export interface SttEngine {
  readonly name: string;
  /** Reports words while they are spoken. */
  readonly partials: boolean;
  /** Whether it recognizes the language of an agent. */
  hears(language: string | null): boolean;
  /** @throws when no connection can be made */
  open(options: SttOptions, events: SttEvents): Promise<SttStream>;
}
