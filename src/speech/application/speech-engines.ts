import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LANGUAGES } from '../../platform/kernel/language';
import type { SttEngine } from '../domain/stt-engine';
import type { TtsEngine } from '../domain/tts-engine';

/** A synthesizer that holds something, such as a thread. */
type Closable = TtsEngine & { close?(): Promise<void> };

/** The engines of this process that have key or package. */
@Injectable()
export class SpeechEngines implements OnModuleDestroy {
  /** @param stt in the order of preference */
  constructor(
    private readonly stt: readonly SttEngine[],
    private readonly tts: readonly Closable[],
  ) {}

  /** Those that recognize an agent's language, the best first. */
  recognizers(language: string | null): readonly SttEngine[] {
    return this.stt.filter((engine) => engine.hears(language));
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
  get abilities(): { readonly languages: readonly string[]; readonly ttsEngines: readonly string[] } {
    return {
      languages: LANGUAGES.filter((language) => this.recognizers(language).length > 0),
      ttsEngines: this.tts.map(({ name }) => name),
    };
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.tts.map((engine) => engine.close?.() ?? Promise.resolve()));
  }
}
