import { AUDIO_RATE, type VoiceSettings } from '../domain/tts-engine';
import type { PhraseStore } from '../domain/phrase-store';
import { isPlausibleSpeech } from '../domain/plausible-speech';
import type { Utterance } from './utterance';

/** 32 MiB of audio: more than half an hour. */
const MAX_MS = (16 * 1_024 * 1_024 * 1_000) / AUDIO_RATE;

export interface SpokenPhrase {
  /** The engine, with all else that the audio depends on. */
  readonly engine: string;
  readonly settings: VoiceSettings;
  readonly text: string;
}

/**
 * Caches phrases that every talk of a voice may need; those of earlier processes are stored. The least recently used
 * is dropped first.
 */
export class PhraseCache {
  /** The least used first. */
  readonly #phrases = new Map<string, Utterance>();
  #ms = 0;

  /** @param store null: none @param maxMs milliseconds of audio in memory */
  constructor(
    private readonly store: PhraseStore | null = null,
    private readonly maxMs = MAX_MS,
  ) {}

  find(phrase: SpokenPhrase): Utterance | undefined {
    const key = keyOf(phrase);
    const found = this.#phrases.get(key);
    if (!found) return undefined;
    this.#phrases.delete(key);
    this.#phrases.set(key, found);
    return found;
  }

  /** Completes an utterance with stored audio. @returns whether there was any. Never rejects */
  async restore(phrase: SpokenPhrase, utterance: Utterance): Promise<boolean> {
    const audio = await this.store?.read(keyOf(phrase));
    if (!audio || !isPlausibleSpeech(audio, phrase.text)) return false;
    utterance.add(audio);
    utterance.end('whole');
    this.#store(keyOf(phrase), utterance);
    return true;
  }

  /**
   * Ignores implausible audio, so that the next talk makes it again.
   * @param utterance complete, and never changed again
   */
  add(phrase: SpokenPhrase, utterance: Utterance): void {
    const key = keyOf(phrase);
    const audio = utterance.audio();
    if (!isPlausibleSpeech(audio, phrase.text)) return;
    this.#store(key, utterance);
    void this.store?.write(key, audio);
  }

  #store(key: string, utterance: Utterance): void {
    this.#drop(key);
    this.#phrases.set(key, utterance);
    this.#ms += utterance.ms;
    for (const oldest of this.#phrases.keys()) {
      if (this.#ms <= this.maxMs) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#ms -= this.#phrases.get(key)?.ms ?? 0;
    this.#phrases.delete(key);
  }
}

function keyOf({ engine, settings, text }: SpokenPhrase): string {
  const { language, voice, pace, temperature, modulation } = settings;
  return JSON.stringify([engine, language, voice, pace, temperature, modulation, text]);
}
