export interface SttOptions {
  /** The agent's language setting; null is Hinglish. */
  readonly language: string | null;
  readonly keyterms: readonly string[];
  readonly signal: AbortSignal;
}

export interface SttEvents {
  /** Replaces the words of the turn so far. */
  partial(text: string): void;
  /** The stream has ended, also during a request. */
  onFailed(error: Error): void;
}

/** Recognizes one side of a talk, turn after turn. */
export interface SttStream {
  /** Reports partial text; by default as its engine. */
  readonly partials?: boolean;
  /** Adds audio of the turn: 8 kHz, mono. Never blocks, never throws. */
  feed(audio: Int16Array): void;
  /** The engine may start recognition in advance, and report its words as partial text. */
  onPause?(): void;
  /** Recognizes the last words while the contact speaks; for engines without partial text. Rejects as `end` does. */
  peek?(): Promise<string>;
  /** The text so far is not complete. */
  onResumed?(): void;
  /**
   * Ends the turn; the next audio begins a new one. Resolves with its words, '' for noise. Rejects when the engine
   * failed.
   */
  end(): Promise<string>;
  close(): void;
}

/** A speech recognizer. Every caller bounds its wait. */
export interface SttEngine {
  readonly name: string;
  readonly partials: boolean;
  recognizes(language: string | null): boolean;
  /** @throws when no connection can be made */
  open(options: SttOptions, events: SttEvents): Promise<SttStream>;
}
