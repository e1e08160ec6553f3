import type { Timers } from '../../platform/timers';
import { TurnWords } from '../domain/turn-words';

/** How long an engine is given to say the last words of a turn, in milliseconds from its end. */
export interface LastWords {
  /** Once it has reported words: what it has is taken then. null: it must say itself which are the last. */
  readonly withWordsMs: number | null;
  /** While it has reported none: it was noise. */
  readonly withoutMs: number;
}

/** The turns on one connection of an engine that reports words while they are spoken: one after another. */
export class StreamedTurn {
  words = new TurnWords();
  #ending: { readonly done: (text: string) => void; readonly failed: (error: Error) => void } | null = null;
  #stop: () => void = () => undefined;
  #failure: Error | null = null;
  #isOpen = false;

  constructor(private readonly timers: Timers) {}

  /** Audio of it was sent: words that come belong to it. */
  begin(): void {
    this.#isOpen = true;
  }

  /** False between turns: words that come then are late. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Somebody waits for the last words. */
  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /** The turn is over. Resolves with its words, '' for noise; rejects when the connection failed. */
  end({ withWordsMs, withoutMs }: LastWords): Promise<string> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.#isOpen) return Promise.resolve('');
    return new Promise((done, failed) => {
      this.#ending = { done, failed };
      const wait = (ms: number, isEnough: () => boolean, then: () => void) => {
        this.#stop = this.timers.after(ms, () => {
          // What has come meanwhile to a busy process is read first.
          this.#stop = this.timers.after(0, () => {
            if (isEnough()) this.settle();
            else then();
          });
        });
      };
      const hasWords = () => this.words.text !== '';
      const isNoise = () => withWordsMs !== null || !hasWords();
      const last = (ms: number) => {
        wait(ms, isNoise, () => undefined);
      };
      if (withWordsMs === null) last(withoutMs);
      else {
        wait(withWordsMs, hasWords, () => {
          last(Math.max(0, withoutMs - withWordsMs));
        });
      }
    });
  }

  /** What has come are the turn's words; the next ones are the next turn's. */
  settle(): void {
    const ending = this.#ending;
    if (!ending) return;
    const { text } = this.words;
    this.#finish();
    ending.done(text);
  }

  /** The connection is lost: neither this turn nor another gets words. */
  fail(error: Error): void {
    this.#failure = error;
    const ending = this.#ending;
    this.#finish();
    ending?.failed(error);
  }

  #finish(): void {
    this.#stop();
    this.#ending = null;
    this.#isOpen = false;
    this.words = new TurnWords();
  }
}
