/** Settings of recognition for one talk. */
export interface SttOptions {
  /** The agent's language setting; null is Hinglish. */
  readonly language: string | null;
  /** Words to expect. */
  readonly keyterms: readonly string[];
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

export interface SttEvents {
  /** The words of the turn so far; each replaces the one before. */
  partial(text: string): void;
  /** The stream has ended, also during a request. */
  failed(error: Error): void;
}

/** Recognizes one side of a talk, turn after turn. */
export interface SttStream {
  /** Whether it reports partial text; by default its engine's value. */
  readonly partials?: boolean;
  /** Adds audio of the turn: 8 kHz, mono. Never blocks, never throws. */
  feed(audio: Int16Array): void;
  /** The contact paused: an engine may start recognition, so that the text is ready at the end. */
  onPause?(): void;
  /** The contact continues after a pause: the text so far is not complete. */
  resumed?(): void;
  /** Ends the turn. Resolves with its words, '' when it was noise; rejects when the engine failed. The next audio begins a new turn. */
  end(): Promise<string>;
  close(): void;
}

/** A speech recognizer. Every caller bounds its wait. */
export interface SttEngine {
  readonly name: string;
  /** Reports text during the turn. */
  readonly partials: boolean;
  recognizes(language: string | null): boolean;
  /** @throws when no connection can be made */
  open(options: SttOptions, events: SttEvents): Promise<SttStream>;
}
