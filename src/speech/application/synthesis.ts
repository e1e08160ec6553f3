import { ProgressTimeout } from '../../platform/progress-timeout';
import type { Timers } from '../../platform/kernel/time/timers';
import type { Pronunciation } from '../../shared-kernel/talk';
import { cutAtComma, sentencesIn } from '../domain/sentences';
import { pronounce } from '../domain/pronunciations';
import { AUDIO_RATE, type TtsEngine, type VoiceSettings } from '../domain/tts-engine';
import { SpeechFailure } from '../infrastructure/speech-failure';
import type { PhraseCache, SpokenPhrase } from './phrase-cache';
import { Utterance } from './utterance';

/** An engine without audio for this time is tried again, then it has failed. */
const STALL_TIMEOUT_MS = 2_000;
/** Limit of the waits for one sentence: the longest one, spoken slowly. */
const MAX_SENTENCE_MS = 30_000;
/** An engine that needs more time for a millisecond of audio is too slow. */
const MS_PER_AUDIO_MS = 2;
const TRIES = 2;

export interface SynthesisOptions {
  readonly engine: TtsEngine;
  /** Speaks phrases that were not prepared, when the engine has failed; null: none. */
  readonly spare: TtsEngine | null;
  readonly settings: VoiceSettings;
  readonly pronunciations: readonly Pronunciation[];
  readonly timers: Timers;
  /** Audio of other talks with the voice. */
  readonly cache: PhraseCache;
  /** Whether other talks may use the audio of a sentence. */
  readonly mayCache: (text: string) => boolean;
  readonly onFailure: (engine: string, error: unknown) => void;
}

/** Synthesizes one agent's voice for one talk. */
export class Synthesis {
  readonly #abort = new AbortController();
  readonly #pronounce: (text: string) => string;
  /** Phrases that must be available when the engine is not. */
  readonly #ready = new Map<string, Utterance>();
  #coming: Utterance | null = null;
  /** The beginning of a text that may be spoken next. */
  #ahead: Utterance | null = null;

  constructor(private readonly options: SynthesisOptions) {
    this.#pronounce = pronounce(options.pronunciations);
  }

  /**
   * Synthesizes phrases in advance, one after another. Never rejects. @param mayCache other talks may use their audio
   */
  async prepare(phrases: readonly string[], mayCache = false): Promise<void> {
    for (const phrase of phrases) {
      if (this.#ready.has(phrase)) continue;
      const utterance = this.#find(phrase) ?? new Utterance(phrase);
      if (!utterance.isWhole) {
        this.#coming = utterance;
        await this.#make(utterance, this.#abort.signal, mayCache || this.options.mayCache(phrase));
        this.#coming = null;
      }
      if (utterance.isWhole) this.#ready.set(phrase, utterance);
    }
  }

  /** Synthesizes the first sentence of a text that may be spoken next; the signal drops it. Never rejects. */
  async prepareAhead(text: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    try {
      for await (const piece of this.pieces(sentencesIn(text))) {
        if (signal.aborted) return;
        const utterance = this.speak(piece, signal);
        this.#ahead = utterance;
        const drop = () => {
          if (this.#ahead === utterance) this.#ahead = null;
        };
        signal.addEventListener('abort', drop, { once: true });
        return;
      }
    } catch {
      // A text that breaks off does so again when it is spoken.
    }
  }

  /** Whether a phrase that is being prepared can be played, once that is known. Never rejects. */
  async isReady(phrase: string): Promise<boolean> {
    const coming = this.#coming?.text === phrase ? this.#coming : null;
    const utterance = this.#ready.get(phrase) ?? coming;
    await utterance?.begun;
    return utterance?.hasAudio() ?? false;
  }

  /** Sentences in the best form for the engine: without streaming, the first is cut, so that it begins sooner. */
  async *pieces(sentences: AsyncIterable<string>): AsyncGenerator<string> {
    let mayCut = this.options.engine.streams === false;
    for await (const sentence of sentences) {
      // Cached sentences are whole.
      if (mayCut && !this.#known(sentence) && !this.options.mayCache(sentence)) yield* cutAtComma(sentence);
      else yield sentence;
      mayCut = false;
    }
  }

  /** @param signal ends it when the rest will not be played */
  speak(text: string, signal: AbortSignal): Utterance {
    const known = this.#known(text);
    if (known) return known;
    const utterance = new Utterance(text);
    void this.#make(utterance, AbortSignal.any([signal, this.#abort.signal]), this.options.mayCache(text));
    return utterance;
  }

  /** Prepared, or by the spare engine; null when neither is available. */
  async speakWithFallback(phrase: string): Promise<Utterance | null> {
    const ready = this.#ready.get(phrase);
    if (ready) return ready;
    const { spare } = this.options;
    if (!spare) return null;
    const utterance = new Utterance(phrase);
    await this.#try(spare, utterance, this.#abort.signal).catch(() => false);
    utterance.end('whole');
    return utterance.ms > 0 ? utterance : null;
  }

  close(): void {
    this.#abort.abort();
  }

  #known(text: string): Utterance | undefined {
    const coming = this.#coming?.text === text ? this.#coming : undefined;
    const ahead = this.#ahead?.text === text && !this.#ahead.isSilent ? this.#ahead : undefined;
    return this.#ready.get(text) ?? this.#find(text) ?? coming ?? ahead;
  }

  #find(text: string): Utterance | undefined {
    return this.options.cache.find(this.#phraseOf(text));
  }

  #phraseOf(text: string): SpokenPhrase {
    const { engine, settings } = this.options;
    return { engine: `${engine.name} ${engine.edition ?? ''}`, settings, text: this.#pronounce(text) };
  }

  async #make(utterance: Utterance, signal: AbortSignal, mayCache: boolean): Promise<void> {
    const { engine, cache, onFailure } = this.options;
    if (mayCache && (await cache.restore(this.#phraseOf(utterance.text), utterance))) return;
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        await this.#try(engine, utterance, signal);
        utterance.end('whole');
        // An aborted one may have ended early.
        if (mayCache && !signal.aborted) cache.add(this.#phraseOf(utterance.text), utterance);
        return;
      } catch (error) {
        if (signal.aborted) break;
        onFailure(engine.name, error);
        // An utterance that broke off is played to that point.
        if (utterance.isAudible) break;
      }
    }
    utterance.end('failed');
  }

  async #try(engine: TtsEngine, utterance: Utterance, signal: AbortSignal): Promise<void> {
    const { settings, timers } = this.options;
    const trial = new AbortController();
    const text = this.#pronounce(utterance.text);
    const spoken = engine.speak(text, settings, AbortSignal.any([signal, trial.signal]));
    const audio = spoken[Symbol.asyncIterator]();
    const timeout = new ProgressTimeout(timers, STALL_TIMEOUT_MS, MAX_SENTENCE_MS);
    try {
      for (;;) {
        const step = await timeout.wait(audio.next());
        if (step.done === true) break;
        if (!utterance.add(step.value)) return;
        timeout.extend((MS_PER_AUDIO_MS * 1_000 * step.value.length) / AUDIO_RATE);
      }
    } finally {
      trial.abort();
    }
    if (!utterance.hasAudio()) throw new SpeechFailure('no audio came');
  }
}
