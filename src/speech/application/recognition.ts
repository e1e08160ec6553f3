import { storable } from '../../platform/kernel/text';
import type { Timers } from '../../platform/kernel/time/timers';
import type { SttEngine, SttOptions, SttStream } from '../domain/stt-engine';
import { throwTimeout, withTimeout } from '../../platform/kernel/time/timeout';

/** Timeout of an engine, to connect or for the text of a turn. */
const STREAM_TIMEOUT_MS = 3_000;
/** Buffered audio of a turn, to be recognized again when an engine fails: 30 s of 8 kHz. */
const MAX_TURN_SAMPLES = 240_000;

export interface RecognitionOptions extends Omit<SttOptions, 'signal'> {
  /** In the order in which they are tried; at least one. */
  readonly engines: readonly SttEngine[];
  readonly timers: Timers;
  readonly onPartial: (text: string) => void;
  /** The audio of the turn goes to a new connection, or to the next engine. */
  readonly onFailure: (engine: string, error: unknown) => void;
  readonly onMoved?: (engine: string) => void;
}

/**
 * Recognizes one side of a talk by the first engine that works. The audio that a failed engine received of a turn
 * goes to a new connection of it, then to the next engine.
 */
export class Recognition {
  readonly #abort = new AbortController();
  #at = 0;
  /** The connection before it failed. */
  #isSecondTry = false;
  #opening: Promise<void> = Promise.resolve();
  #stream: SttStream | null = null;
  #buffered: Int16Array[] = [];
  #bufferedSamples = 0;
  #partial: string | null = null;
  #closed = false;

  constructor(private readonly options: RecognitionOptions) {}

  /** Connects before the first turn. */
  open(): void {
    this.#connect();
  }

  /** Whether an engine is connected, once that is known. Never rejects. */
  async isReady(): Promise<boolean> {
    while (this.#engine && !this.#stream && !this.#closed) await this.#opening;
    return this.#stream !== null;
  }

  get partials(): boolean {
    return this.#stream?.partials ?? this.#engine?.partials ?? false;
  }

  /** The words of the turn so far; of an engine without partials those of a pause, until it is over. */
  get partial(): string | null {
    return this.#partial;
  }

  feed(audio: Int16Array): void {
    if (this.#closed || this.#bufferedSamples + audio.length > MAX_TURN_SAMPLES) return;
    this.#buffered.push(audio);
    this.#bufferedSamples += audio.length;
    this.#stream?.feed(audio);
  }

  onPause(): void {
    this.#stream?.onPause?.();
  }

  /** The last words of an engine without partial text while the contact speaks; '' without any. Never rejects. */
  async peek(): Promise<string> {
    try {
      return storable((await this.#stream?.peek?.()) ?? '').trim();
    } catch {
      return '';
    }
  }

  onResumed(): void {
    if (!this.partials) this.#partial = null;
    this.#stream?.onResumed?.();
  }

  /**
   * Ends the turn. Never rejects.
   * @returns its words, '' for noise; null when every engine failed
   */
  async end(): Promise<string | null> {
    while (this.#engine && !this.#closed) {
      const text = await this.#finish(this.#engine);
      if (text === null) continue;
      this.#forget();
      this.#isSecondTry = false;
      return text.trim();
    }
    return null;
  }

  close(): void {
    this.#closed = true;
    this.#abort.abort();
    this.#stream?.close();
    this.#stream = null;
    this.#forget();
  }

  get #engine(): SttEngine | undefined {
    return this.options.engines[this.#at];
  }

  async #finish(engine: SttEngine): Promise<string | null> {
    const opening = this.#opening;
    await opening;
    const stream = this.#stream;
    if (!stream || opening !== this.#opening) return null;
    try {
      return storable(await withTimeout(STREAM_TIMEOUT_MS, stream.end(), throwTimeout, this.options.timers));
    } catch (error) {
      // An engine with partial results that reported none recognized nothing.
      const hasPartials = stream.partials ?? engine.partials;
      const isNoise = hasPartials && this.#partial === null && error instanceof DOMException;
      if (!isNoise) {
        this.#onFailed(stream, error);
        return null;
      }
      if (stream === this.#stream) {
        // The stream still waits for the text of this turn, so the next turn needs another one.
        stream.close();
        this.#stream = null;
        this.#connect();
      }
      return '';
    }
  }

  #connect(): void {
    const engine = this.#engine;
    if (!engine || this.#closed) return;
    const { language, keyterms, timers } = this.options;
    let stream: SttStream | null = null;
    const opened = engine.open(
      { language, keyterms, signal: this.#abort.signal },
      {
        partial: (words) => {
          const text = storable(words);
          if (stream !== this.#stream || text.trim() === '') return;
          this.#partial = text;
          this.options.onPartial(text);
        },
        onFailed: (error) => {
          if (stream) this.#onFailed(stream, error);
        },
      },
    );
    // A connection that opens too late is closed.
    let isLate = false;
    void opened.then((late) => {
      if (isLate) late.close();
    }, ignore);
    this.#opening = withTimeout(STREAM_TIMEOUT_MS, opened, throwTimeout, timers).then(
      (made) => {
        if (this.#closed) {
          made.close();
          return;
        }
        stream = this.#stream = made;
        for (const audio of this.#buffered) made.feed(audio);
      },
      (error: unknown) => {
        isLate = true;
        this.#next(engine, error);
      },
    );
  }

  #onFailed(stream: SttStream, error: unknown): void {
    if (stream !== this.#stream || !this.#engine) return;
    stream.close();
    this.#stream = null;
    this.#next(this.#engine, error);
  }

  /** A new connection, or the next engine when this one was a new connection already. */
  #next(engine: SttEngine, error: unknown): void {
    if (this.#closed) return;
    this.options.onFailure(engine.name, error);
    if (this.#isSecondTry) {
      this.#at += 1;
      if (this.#engine) this.options.onMoved?.(this.#engine.name);
    }
    this.#isSecondTry = !this.#isSecondTry;
    this.#partial = null;
    this.#connect();
  }

  #forget(): void {
    this.#buffered = [];
    this.#bufferedSamples = 0;
    this.#partial = null;
  }
}

function ignore(): void {
  // The same promise is awaited elsewhere.
}
