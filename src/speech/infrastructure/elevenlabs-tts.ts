import { codeOf, spokenLanguage } from '../../shared-kernel/language';
import type { VoiceSettings } from '../domain/tts-engine';
import { isAudio } from './engine-http';
import { HttpTts } from './http-tts';
import { pcmFrom } from './pcm';

const USUAL_VOICE = 'EXAVITQu4vr4xnSDxMaL';
const SLOWEST = 0.7;
const FASTEST = 1.2;
/** Models with a language parameter; others reject it. */
const KNOWS_LANGUAGES = /v2_5|v3/u;

/**
 * ElevenLabs: `POST {url}/v1/text-to-speech/{voice}/stream`, streamed.
 * https://elevenlabs.io/docs/api-reference/text-to-speech/stream
 */
export class ElevenLabsTts extends HttpTts {
  override readonly name = 'elevenlabs';

  override async *speak(
    text: string,
    { language, voice, pace, temperature }: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const { url, apiKey, model } = this.server;
    const id = encodeURIComponent(voice ?? USUAL_VOICE);
    const settings = {
      ...(pace !== null && { speed: Math.min(FASTEST, Math.max(SLOWEST, pace)) }),
      ...(temperature !== null && { stability: 1 - temperature / 2 }),
    };
    const request = {
      url: `${url}/v1/text-to-speech/${id}/stream?output_format=pcm_8000`,
      headers: { 'xi-api-key': apiKey },
      body: {
        text,
        model_id: model,
        ...(KNOWS_LANGUAGES.test(model) && { language_code: codeOf(spokenLanguage(language)) }),
        ...(Object.keys(settings).length > 0 && { voice_settings: settings }),
      },
      signal,
    };
    yield* pcmFrom(await this.http.post(request, isAudio));
  }
}
