import type { SpeechConfig } from '../../platform/config-speech';
import type { TtsEngine, VoiceSettings } from '../domain/tts-engine';
import { Decimator } from './decimator';
import { samplesFrom } from './pcm';
import { SpeechFailure } from './speech-failure';

/** Its PCM has 24,000 samples a second. */
const FACTOR = 3;

/** OpenAI's speech: `POST {url}/audio/speech` with JSON, PCM of 16 bits and 24 kHz streamed back. */
export class OpenAiTts implements TtsEngine {
  readonly name = 'openai';

  readonly edition: string;

  constructor(private readonly server: NonNullable<SpeechConfig['openAiTts']>) {
    this.edition = `${server.url} ${server.model}`;
  }

  async *speak(
    text: string,
    { voice, pace }: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const { url, model, apiKey } = this.server;
    const response = await fetch(`${url}/audio/speech`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ model, voice, input: text, response_format: 'pcm' },
        ...(pace !== null && { speed: pace }),
      }),
      signal,
    });
    if (!response.ok || !response.body) throw new SpeechFailure(`HTTP ${response.status}`);
    const decimator = new Decimator(FACTOR);
    for await (const samples of samplesFrom(response.body)) {
      const audio = decimator.take(samples);
      if (audio.length > 0) yield audio;
    }
    yield decimator.end();
  }
}
