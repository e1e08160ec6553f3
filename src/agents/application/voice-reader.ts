import { Injectable } from '@nestjs/common';
import { type ListView, listView } from '../../platform/http/answers/lists';
import { SpeechReadiness } from '../../trunks';
import { listVoices } from '../domain/voice-catalogue';
import { EnginePrices } from './engine-prices';
import { voiceEngineView } from './voice.view';

@Injectable()
export class VoiceReader {
  constructor(
    private readonly prices: EnginePrices,
    private readonly speech: SpeechReadiness,
  ) {}

  /** A filter that matches nothing gives an empty list. */
  async list(
    accountId: string,
    filters: Parameters<typeof listVoices>[0],
  ): Promise<ListView<ReturnType<typeof voiceEngineView>>> {
    const [prices, voices] = await Promise.all([this.prices.of(accountId), this.speech.voices()]);
    return listView(
      listVoices(filters).map((engine) =>
        voiceEngineView(engine, {
          creditsPerMinute: prices.get(engine.id) ?? 0,
          isAvailable: voices.has(engine.id),
        }),
      ),
    );
  }
}
