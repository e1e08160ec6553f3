/** The sample rate of all telephone audio, in hertz. */
export const AUDIO_RATE = 8_000;

export interface VoiceSettings {
  /** The agent's language setting; null is Hinglish. */
  readonly language: string | null;
  /** null: the engine's default. */
  readonly voice: string | null;
  /** Speaking rate, 0.5 to 2; null is 1. */
  readonly pace: number | null;
  readonly temperature: number | null;
  readonly modulation: number | null;
}

/** A speech synthesizer. Every caller bounds its wait. */
export interface TtsEngine {
  readonly name: string;
  /** Further input of its audio, such as a model: cached audio of another edition is not used. */
  readonly edition?: string;
  /** False: a text comes whole or not at all, so that short ones come sooner (true). */
  readonly streams?: boolean;
  /** Loads what the first sentence needs, so that it comes as soon as later ones. */
  warm?(): void;
  /**
   * Synthesizes text as 8 kHz mono, streamed. Iteration throws when the engine fails.
   * @param signal ends the work; the audio then ends early or throws
   */
  speak(text: string, settings: VoiceSettings, signal: AbortSignal): AsyncIterable<Int16Array>;
}
