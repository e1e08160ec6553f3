import type { VoiceSettings } from '../domain/tts-engine';
import { isAudio } from './engine-http';
import { HttpTts } from './http-tts';
import { pcmFrom } from './pcm';

const USUAL_VOICE = 'hi-IN-SwaraNeural';

/**
 * Azure's voices: `POST {url}/cognitiveservices/v1` with SSML, streamed.
 * https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech and …/speech-synthesis-markup-voice
 */
export class AzureTts extends HttpTts {
  override readonly name = 'azure';

  override async *speak(
    text: string,
    settings: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const request = {
      url: `${this.server.url}/cognitiveservices/v1`,
      headers: {
        'ocp-apim-subscription-key': this.server.apiKey,
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'raw-8khz-16bit-mono-pcm',
        'user-agent': 'ai-calling-service',
      },
      body: ssmlOf(text, settings),
      signal,
    };
    yield* pcmFrom(await this.http.post(request, isAudio));
  }
}

function ssmlOf(text: string, { voice, pace, modulation }: VoiceSettings): string {
  const name = voice ?? USUAL_VOICE;
  // A voice is its locale and a name: hi-IN-SwaraNeural.
  const locale = /^[a-z]{2,3}-[A-Z]{2}/u.exec(name)?.[0] ?? 'hi-IN';
  const prosody = [
    ...(pace === null ? [] : [`rate="${pace}"`]),
    // Added to the range of the pitch.
    ...(modulation === null ? [] : [`range="+${Math.round((modulation - 1) * 100)}%"`]),
  ];
  const spoken = escape(text);
  const words = prosody.length === 0 ? spoken : `<prosody ${prosody.join(' ')}>${spoken}</prosody>`;
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${locale}">` +
    `<voice name="${escape(name)}">${words}</voice></speak>`
  );
}

/** XML has no place for most control characters, not even escaped. */
function escape(text: string): string {
  return text
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;')
    .replace(/"/gu, '&quot;');
}
