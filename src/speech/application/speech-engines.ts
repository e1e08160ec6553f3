import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Language, LANGUAGES } from '../../shared-kernel/language';
import { own } from '../../platform/kernel/own';
import type { SttEngine } from '../domain/stt-engine';
import type { TtsEngine } from '../domain/tts-engine';

type Closable<Engine> = Engine & { close?(): Promise<void> };

interface EngineAbility {
  readonly kind: 'stt' | 'tts';
  readonly name: string;
  /** The languages of a recognizer. */
  readonly languages?: readonly Language[];
  /** Concurrent calls over all processes; null: no limit. */
  readonly most: number | null;
}

type MaxStreams = { readonly [kind in 'stt' | 'tts']: Readonly<Record<string, number>> };
const NO_LIMITS: MaxStreams = { stt: {}, tts: {} };

/** Provides the engines of this process that have key or package. */
@Injectable()
export class SpeechEngines implements OnApplicationShutdown {
  /** @param stt in the order of preference */
  constructor(
    private readonly stt: readonly Closable<SttEngine>[],
    private readonly tts: readonly Closable<TtsEngine>[],
    private readonly maxStreams: MaxStreams = NO_LIMITS,
  ) {}

  /** The best first. @param first the engine whose stream the call occupies: it is tried before the others */
  recognizers(language: string | null, first?: string): readonly SttEngine[] {
    const all = this.stt.filter((engine) => engine.recognizes(language));
    return [...all.filter(({ name }) => name === first), ...all.filter(({ name }) => name !== first)];
  }

  /** The engine of an agent's `tts_model`; null: the process has no key for it. */
  voice(ttsModel: string): TtsEngine | null {
    return this.tts.find(({ name }) => name === ttsModel) ?? null;
  }

  /** The fallback when another engine fails; null: it is not installed. */
  get spareVoice(): TtsEngine | null {
    return this.voice('local');
  }

  /** Calls are to come: each voice loads before the first, which waits 3 s for it. */
  warm(): void {
    for (const engine of this.tts) engine.warm?.();
  }

  get abilities(): {
    readonly languages: readonly string[];
    readonly ttsEngines: readonly string[];
    readonly engines: readonly EngineAbility[];
  } {
    return {
      languages: LANGUAGES.filter((language) => this.recognizers(language).length > 0),
      ttsEngines: this.tts.map(({ name }) => name),
      engines: [
        ...this.stt.map((engine) => ({
          kind: 'stt' as const,
          name: engine.name,
          most: own(this.maxStreams.stt, engine.name) ?? null,
          languages: LANGUAGES.filter((language) => engine.recognizes(language)),
        })),
        ...this.tts.map(({ name }) => ({
          kind: 'tts' as const,
          name,
          most: own(this.maxStreams.tts, name) ?? null,
        })),
      ],
    };
  }

  /** Runs after the drain, when no talk is left. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.stt, ...this.tts].map((engine) => engine.close?.() ?? Promise.resolve()));
  }
}
