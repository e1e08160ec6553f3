import { tones } from '../../src/media';
import type { Timers } from '../../src/platform/kernel/time/timers';
import type { SttEngine, SttEvents, SttOptions, SttStream, TtsEngine } from '../../src/speech';

/** How a fake recognizer behaves. */
export interface FakeSttOptions {
  readonly name?: string;
  readonly partials?: boolean;
  /** From the end of a turn to its words. */
  readonly finalMs?: number;
}

/** Recognizes the text that the test sets. */
export class FakeStt implements SttEngine {
  readonly name: string;
  readonly partials: boolean;
  /** Words of the turns to come; '' is noise, an error breaks the connection, 'silence' never answers. */
  readonly finals: (string | Error)[] = [];
  readonly opened: SttOptions[] = [];
  /** Milliseconds of audio that each connection was fed. */
  readonly fedMs: number[] = [];
  /** Errors for the next connections to come; null is a good one. */
  readonly refusals: (Error | 'hangs')[] = [];
  lulls = 0;
  /** What an engine without partial results finds while the contact speaks. */
  readonly peeks: (string | Error)[] = [];
  #events: SttEvents | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly options: FakeSttOptions = {},
  ) {
    this.name = options.name ?? 'fake';
    this.partials = options.partials ?? true;
  }

  recognizes(): boolean {
    return true;
  }

  /** Reports words of the turn under way. */
  partial(text: string): void {
    this.#events?.partial(text);
  }

  /** Breaks the connection. */
  break(error = new Error('connection lost')): void {
    this.#events?.onFailed(error);
  }

  open(options: SttOptions, events: SttEvents): Promise<SttStream> {
    this.opened.push(options);
    const refusal = this.refusals.shift();
    if (refusal === 'hangs') return new Promise(() => undefined);
    if (refusal) return Promise.reject(refusal);
    this.#events = events;
    const at = this.fedMs.push(0) - 1;
    return Promise.resolve({
      feed: (audio) => {
        this.fedMs[at] = (this.fedMs[at] ?? 0) + audio.length / 8;
      },
      onPause: () => {
        this.lulls += 1;
      },
      peek: () => {
        const found = this.peeks.shift() ?? '';
        return typeof found === 'string' ? Promise.resolve(found) : Promise.reject(found);
      },
      end: () => this.#final(),
      close: () => undefined,
    });
  }

  #final(): Promise<string> {
    const final = this.finals.shift() ?? '';
    if (final === 'silence') return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      this.timers.after(this.options.finalMs ?? 0, () => {
        if (typeof final === 'string') resolve(final);
        else reject(final);
      });
    });
  }
}

/** How a fake voice behaves, sentence by sentence; the last one holds for all that follow. */
export type FakeVoice =
  'speaks' | 'silent' | 'broken' | 'empty' | { readonly firstMs: number } | { readonly audio: Int16Array };

/** 100 ms of audio. */
const PIECE = 800;

/** Speaks tones, 50 ms for each character. */
export class FakeTts implements TtsEngine {
  readonly name: string;
  readonly asked: string[] = [];
  #sentences = 0;

  constructor(
    private readonly timers: Timers,
    private readonly behaves: readonly FakeVoice[] = ['speaks'],
    name = 'fake-voice',
  ) {
    this.name = name;
  }

  static readonly MS_PER_CHARACTER = 50;

  async *speak(text: string): AsyncGenerator<Int16Array> {
    const voice = this.behaves[Math.min(this.#sentences++, this.behaves.length - 1)] ?? 'speaks';
    this.asked.push(text);
    if (voice === 'silent') await new Promise(() => undefined);
    if (voice === 'broken') throw new Error('500');
    if (voice === 'empty') return;
    if (typeof voice === 'object' && 'audio' in voice) {
      yield voice.audio;
      return;
    }
    if (typeof voice === 'object') await new Promise<void>((go) => this.timers.after(voice.firstMs, go));
    const tone = { hertz: [300, 600], pattern: [180, 60], level: -20 };
    const audio = tones.toneSamples(tone, text.length * FakeTts.MS_PER_CHARACTER);
    for (let from = 0; from < audio.length; from += PIECE) yield audio.subarray(from, from + PIECE);
  }
}
