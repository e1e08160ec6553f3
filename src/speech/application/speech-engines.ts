import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Language, LANGUAGES } from '../../shared-kernel/language';
import { own } from '../../platform/kernel/own';
import type { SttEngine } from '../domain/stt-engine';
import type { TtsEngine } from '../domain/tts-engine';

/** An engine that holds something, such as a thread. */
type Closable<Engine> = Engine & { close?(): Promise<void> };

/** An engine, as others may know it. */
interface EngineAbility {
  readonly kind: 'stt' | 'tts';
  readonly name: string;
  /** That a recognizer hears. */
  readonly languages?: readonly Language[];
  /** How many calls may use it at once, over all processes; null: any number. */
  readonly most: number | null;
}

type MaxStreams = { readonly [kind in 'stt' | 'tts']: Readonly<Record<string, number>> };
const NO_LIMITS: MaxStreams = { stt: {}, tts: {} };

/** The engines of this process that have key or package. */
@Injectable()
export class SpeechEngines implements OnApplicationShutdown {
  /** @param stt in the order of preference */
  constructor(
    private readonly stt: readonly Closable<SttEngine>[],
    private readonly tts: readonly Closable<TtsEngine>[],
    private readonly maxStreams: MaxStreams = NO_LIMITS,
  ) {}

  /**
   * Those that recognize an agent's language, the best first.
   * @param first the name of the one that a call has a stream of: it is tried before the others
   */
  recognizers(language: string | null, first?: string): readonly SttEngine[] {
    const all = this.stt.filter((engine) => engine.hears(language));
    return [...all.filter(({ name }) => name === first), ...all.filter(({ name }) => name !== first)];
  }

  /** The synthesizer of an agent (`tts_model`); null: it has no key. */
  voice(ttsModel: string): TtsEngine | null {
    return this.tts.find(({ name }) => name === ttsModel) ?? null;
  }

  /** What speaks when another engine fails; null: it is not installed. */
  get spareVoice(): TtsEngine | null {
    return this.voice('local');
  }

  /** Names of what can be heard and spoken here. */
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
          languages: LANGUAGES.filter((language) => engine.hears(language)),
        })),
        ...this.tts.map(({ name }) => ({
          kind: 'tts' as const,
          name,
          most: own(this.maxStreams.tts, name) ?? null,
        })),
      ],
    };
  }

  /** After the drain: nobody talks any more. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.stt, ...this.tts].map((engine) => engine.close?.() ?? Promise.resolve()));
  }
}
