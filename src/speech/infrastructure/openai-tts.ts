import type { VoiceSettings } from '../domain/tts-engine';
import { Decimator } from './decimator';
import { isAudio } from './engine-http';
import { HttpTts } from './http-tts';
import { pcmFrom } from './pcm';

/** OpenAI's PCM has 24,000 samples a second. */
const FACTOR = 3;
const USUAL_VOICE = 'coral';

/**
 * OpenAI's speech: `POST {url}/audio/speech` with JSON, PCM of 16 bits and 24 kHz streamed back.
 * https://platform.openai.com/docs/api-reference/audio/createSpeech
 */
export class OpenAiTts extends HttpTts {
  override readonly name = 'openai';

  override async *speak(
    text: string,
    { voice, pace }: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const { url, model, apiKey } = this.server;
    const request = {
      url: `${url}/audio/speech`,
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        voice: voice ?? USUAL_VOICE,
        input: text,
        response_format: 'pcm',
        ...(pace !== null && { speed: pace }),
      },
      signal,
    };
    const decimator = new Decimator(FACTOR);
    for await (const samples of pcmFrom(await this.http.post(request, isAudio))) {
      const audio = decimator.convert(samples);
      if (audio.length > 0) yield audio;
    }
    yield decimator.end();
  }
}
