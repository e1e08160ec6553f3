import { AUDIO_RATE } from '../domain/tts-engine';

const MAX_MS = 60_000;
/** Less audio than this is not perceived. */
const MIN_AUDIBLE_MS = 100;

/** Buffers the audio of one sentence, synthesized ahead of its playing. */
export class Utterance implements AsyncIterable<Int16Array> {
  readonly #pieces: Int16Array[] = [];
  #samples = 0;
  #state: 'coming' | 'whole' | 'failed' = 'coming';
  readonly #waiting: (() => void)[] = [];
  #begin: () => void = () => undefined;
  /** Resolves with the first audio, or at the end without any. */
  readonly begun = new Promise<void>((begin) => (this.#begin = begin));

  constructor(readonly text: string) {}

  get ms(): number {
    return (this.#samples * 1_000) / AUDIO_RATE;
  }

  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  hasAudio(): boolean {
    return this.#samples > 0;
  }

  audio(): Int16Array {
    const audio = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      audio.set(piece, at);
      at += piece.length;
    }
    return audio;
  }

  /** The contact may have received its beginning. */
  get isAudible(): boolean {
    return this.ms >= MIN_AUDIBLE_MS;
  }

  /** The engine failed before any audio. */
  get isSilent(): boolean {
    return this.#state === 'failed' && !this.isAudible;
  }

  /** @returns false when the sentence has become too long: nothing more is accepted */
  add(audio: Int16Array): boolean {
    if (this.ms >= MAX_MS) return false;
    this.#pieces.push(audio);
    this.#samples += audio.length;
    this.#begin();
    this.#wake();
    return true;
  }

  end(state: 'whole' | 'failed'): void {
    this.#state = state;
    this.#begin();
    this.#wake();
  }

  /** The audio from the beginning, for any number of readers: a text may repeat a sentence. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Int16Array> {
    for (let at = 0; ;) {
      const piece = this.#pieces[at];
      if (piece) {
        at += 1;
        yield piece;
      } else if (this.#state === 'coming') {
        await new Promise<void>((wake) => this.#waiting.push(wake));
      } else return;
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
