import type { Timers } from '../../platform/kernel/time/timers';
import { AUDIO_RATE } from '../domain/tts-engine';
import { TurnWords } from '../domain/turn-words';

/** Timeouts for an engine's last words, in milliseconds from the end of the turn. */
export interface LastWords {
  /** After final words. */
  readonly withFinalMs: number;
  /** After partial words; null: then the engine itself must report the final ones. */
  readonly withWordsMs: number | null;
  /** Without words: it was noise. */
  readonly withoutMs: number;
}

/**
 * Tracks the turns on a connection that reports words while they are spoken. At a pause the last words are requested
 * in advance, so that they are there at the end of the turn.
 */
export class StreamedTurn {
  words = new TurnWords();
  #isOpen = false;
  #isFlushed = false;
  /** Flushes without a response. */
  #due = 0;
  #ending: { readonly done: (text: string) => void; readonly onFailed: (error: Error) => void } | null = null;
  #stops: (() => void)[] = [];
  #beganMs = 0;
  #audioMs = 0;
  #failure: Error | null = null;

  constructor(private readonly timers: Timers) {}

  /** Words that come belong to the turn. */
  sent(audio: Int16Array): void {
    if (!this.#isOpen) [this.#isOpen, this.#beganMs, this.#audioMs] = [true, performance.now(), 0];
    this.#audioMs += (audio.length * 1_000) / AUDIO_RATE;
  }

  /** Words that come between turns are late. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /** The last words were requested, and no audio followed. */
  get isFlushed(): boolean {
    return this.#isFlushed;
  }

  flush(): void {
    this.#isFlushed = true;
    this.#due += 1;
  }

  onResumed(): void {
    this.#isFlushed = false;
  }

  onAnswered(): void {
    this.#due = Math.max(0, this.#due - 1);
    if (this.#due === 0) this.#settle();
  }

  /** Resolves with the words of the turn, '' for noise; rejects when the connection failed. */
  end({ withFinalMs, withWordsMs, withoutMs }: LastWords): Promise<string> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.#isOpen) return Promise.resolve('');
    return new Promise((done, failed) => {
      this.#ending = { done, onFailed: failed };
      if (this.#due === 0) {
        this.#settle();
        return;
      }
      const later = this.#ahead();
      this.#after(later + withFinalMs, () => this.words.hasFinal);
      this.#after(later + withoutMs, () => this.words.text === '');
      if (withWordsMs !== null) {
        this.#after(later + withWordsMs, () => this.words.text !== '');
        // Words that came between both.
        this.#after(later + Math.max(withWordsMs, withoutMs), () => true);
      }
    });
  }

  /** Fails this turn and later ones. */
  fail(error: Error): void {
    this.#failure = error;
    const ending = this.#ending;
    this.#finish();
    ending?.onFailed(error);
  }

  /** How much of the audio was sent faster than real time, in milliseconds: the engine cannot have processed it yet. */
  #ahead(): number {
    return Math.max(0, this.#audioMs - (performance.now() - this.#beganMs));
  }

  #after(ms: number, isEnough: () => boolean): void {
    const stop = this.timers.after(ms, () => {
      // First reads messages that arrived while the process was busy.
      const stopThen = this.timers.after(0, () => {
        if (isEnough()) this.#settle();
      });
      this.#stops.push(stopThen);
    });
    this.#stops.push(stop);
  }

  #settle(): void {
    const ending = this.#ending;
    if (!ending) return;
    const { text } = this.words;
    this.#finish();
    ending.done(text);
  }

  #finish(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#ending = null;
    [this.#isOpen, this.#isFlushed, this.#due] = [false, false, 0];
    this.words = new TurnWords();
  }
}
