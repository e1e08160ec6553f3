import { tagOf } from '../../shared-kernel/language';
import { SPOKEN_TAGS } from '../../shared-kernel/spoken-tags';
import { AUDIO_RATE, type VoiceSettings } from '../domain/tts-engine';
import { limitedText } from './engine-http';
import { HttpTts } from './http-tts';
import { audioPieces, pcmFrom } from './pcm';
import { SpeechFailure } from './speech-failure';
import { isObject, parsedJson } from '../../platform/kernel/own';

/** A minute of audio as base64, and more. */
const MAX_RESPONSE_BYTES = 2 * 1_024 * 1_024;
const USUAL_VOICE = 'Aoede';

/**
 * Google's Chirp 3: `POST {url}/v1/text:synthesize`. Its streaming is gRPC alone, so a sentence comes whole.
 * https://docs.cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize
 */
export class GoogleTts extends HttpTts {
  override readonly name = 'google';
  readonly streams = false;

  override async *speak(
    text: string,
    { language, voice, pace }: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const locale = tagOf(SPOKEN_TAGS.google, language);
    if (locale === null) throw new SpeechFailure('it does not speak the language');
    const request = {
      url: `${this.server.url}/v1/text:synthesize`,
      headers: { 'x-goog-api-key': this.server.apiKey },
      body: {
        input: { text },
        voice: { languageCode: locale, name: `${locale}-Chirp3-HD-${voice ?? USUAL_VOICE}` },
        audioConfig: {
          audioEncoding: 'PCM',
          sampleRateHertz: AUDIO_RATE,
          ...(pace !== null && { speakingRate: pace }),
        },
      },
      signal,
    };
    const answer = await this.http.post(request, (type) => type.startsWith('application/json'));
    const audio = Buffer.from(contentOf(await limitedText(answer, MAX_RESPONSE_BYTES)), 'base64');
    for await (const samples of pcmFrom([audio])) yield* audioPieces(samples);
  }
}

function contentOf(body: string): string {
  const answer = parsedJson(body);
  if (isObject(answer) && typeof answer['audioContent'] === 'string') return answer['audioContent'];
  throw new SpeechFailure('an answer that is not as it should be');
}
