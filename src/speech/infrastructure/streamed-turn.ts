import type { Timers } from '../../platform/timers';
import { AUDIO_RATE } from '../domain/tts-engine';
import { TurnWords } from '../domain/turn-words';

/** How long an engine is given to say the last words of a turn, in milliseconds from its end. */
export interface LastWords {
  /** Once it has reported words that will not change. */
  readonly withFinalMs: number;
  /** Once it has reported words that may change; null: then it has to say itself what they are. */
  readonly withWordsMs: number | null;
  /** While it has reported none: it was noise. */
  readonly withoutMs: number;
}

/**
 * The turns on one connection of an engine that reports words while they are spoken: one after another. Where the contact pauses,
 * the engine is asked for its last words already, so that they are there when the turn is over.
 */
export class StreamedTurn {
  words = new TurnWords();
  #isOpen = false;
  #isAsked = false;
  /** Questions for the last words without an answer. */
  #due = 0;
  #ending: { readonly done: (text: string) => void; readonly failed: (error: Error) => void } | null = null;
  #stops: (() => void)[] = [];
  #beganMs = 0;
  #audioMs = 0;
  #failure: Error | null = null;

  constructor(private readonly timers: Timers) {}

  /** So much audio of it is sent: words that come belong to it. */
  sent(audio: Int16Array): void {
    if (!this.#isOpen) [this.#isOpen, this.#beganMs, this.#audioMs] = [true, performance.now(), 0];
    this.#audioMs += (audio.length * 1_000) / AUDIO_RATE;
  }

  /** False between turns: words that come then are late. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The turn is over, and its last words are awaited. */
  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /** The engine was asked for the last words, and nothing was said since. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The engine is asked for the last words. */
  ask(): void {
    this.#isAsked = true;
    this.#due += 1;
  }

  /** The contact speaks on. */
  resumed(): void {
    this.#isAsked = false;
  }

  /** The engine has said the last words that it was asked for. */
  answered(): void {
    this.#due = Math.max(0, this.#due - 1);
    if (this.#due === 0) this.#settle();
  }

  /** The turn is over. Resolves with its words, '' for noise; rejects when the connection failed. */
  end({ withFinalMs, withWordsMs, withoutMs }: LastWords): Promise<string> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.#isOpen) return Promise.resolve('');
    return new Promise((done, failed) => {
      this.#ending = { done, failed };
      if (this.#due === 0) {
        this.#settle();
        return;
      }
      const later = this.#ahead();
      this.#after(later + withFinalMs, () => this.words.hasFinal);
      this.#after(later + withoutMs, () => this.words.text === '');
      if (withWordsMs !== null) {
        this.#after(later + withWordsMs, () => this.words.text !== '');
        // Words that came between the two.
        this.#after(later + Math.max(withWordsMs, withoutMs), () => true);
      }
    });
  }

  /** The connection is lost: neither this turn nor another gets words. */
  fail(error: Error): void {
    this.#failure = error;
    const ending = this.#ending;
    this.#finish();
    ending?.failed(error);
  }

  /** How much of the audio came faster than it was spoken, in milliseconds: nobody can have heard it yet. */
  #ahead(): number {
    return Math.max(0, this.#audioMs - (performance.now() - this.#beganMs));
  }

  #after(ms: number, isEnough: () => boolean): void {
    const stop = this.timers.after(ms, () => {
      // What has come meanwhile to a busy process is read first.
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
    [this.#isOpen, this.#isAsked, this.#due] = [false, false, 0];
    this.words = new TurnWords();
  }
}
