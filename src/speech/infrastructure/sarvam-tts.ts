import { tagOf } from '../../shared-kernel/language';
import { SPOKEN_TAGS } from '../../shared-kernel/spoken-tags';
import { AUDIO_RATE, type VoiceSettings } from '../domain/tts-engine';
import { isAudio } from './engine-http';
import { HttpTts } from './http-tts';
import { pcmFrom } from './pcm';
import { legacyLanguageTag, withLanguageAlias } from './sarvam-language';
import { SpeechFailure } from './speech-failure';

const USUAL_VOICE = 'shubh';
/** Higher values are accepted, but sound odd. */
const MAX_TEMPERATURE = 1;

/**
 * Sarvam's Bulbul: `POST {url}/text-to-speech/stream`, streamed.
 * https://docs.sarvam.ai/api-reference-docs/text-to-speech/convert-stream
 */
export class SarvamTts extends HttpTts {
  override readonly name = 'sarvam';

  override async *speak(
    text: string,
    { language: setting, voice, pace, temperature }: VoiceSettings,
    signal: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const tag = tagOf(SPOKEN_TAGS.sarvam, setting);
    if (tag === null) throw new SpeechFailure('it does not speak the language');
    const send = ({ language }: { readonly language: string }) =>
      this.http.post(
        {
          url: `${this.server.url}/text-to-speech/stream`,
          headers: { 'api-subscription-key': this.server.apiKey },
          body: {
            text,
            target_language_code: language,
            speaker: voice ?? USUAL_VOICE,
            model: this.server.model,
            speech_sample_rate: AUDIO_RATE,
            output_audio_codec: 'linear16',
            ...(pace !== null && { pace }),
            ...(temperature !== null && { temperature: Math.min(temperature, MAX_TEMPERATURE) }),
          },
          signal,
        },
        isAudio,
      );
    yield* pcmFrom(await withLanguageAlias({ language: legacyLanguageTag(tag) }, send));
  }
}
