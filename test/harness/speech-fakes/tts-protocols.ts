import type { CloudTtsName } from '../../../src/platform/config/config-speech-servers';
import type { TtsProtocol, TtsRequest } from './tts-fake';

export const TTS_KEY = 'secret-tts-key';

type Fields = Readonly<Record<string, unknown>>;

const inside = (value: unknown, least: number, most: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= least && value <= most);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const only = (fields: Fields, ...names: string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name));

/** A JSON body that is right by `isRight`, of `path`, with `key` in its header. */
function json(
  path: RegExp,
  [header, key]: readonly [string, string],
  textOf: (fields: Fields) => unknown,
  isRight: (fields: Fields, request: TtsRequest) => boolean,
): TtsProtocol['read'] {
  return (request) => {
    if (!path.test(request.path)) return 404;
    if (request.headers[header] !== key) return 401;
    if (!/^application\/json/u.test(request.headers['content-type'] ?? '')) return 415;
    const fields = JSON.parse(request.body) as Fields;
    const text = textOf(fields);
    return isText(text) && isRight(fields, request) ? { text } : 400;
  };
}

const GOOGLE_LOCALES = /^(?:(?:hi|en|bn|gu|kn|ml|mr|pa|ta|te)-IN|en-(?:US|GB|AU))$/u;

/** https://docs.cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize */
const GOOGLE: TtsProtocol = {
  read: json(
    /^\/v1\/text:synthesize$/u,
    ['x-goog-api-key', TTS_KEY],
    ({ input }) => (input as Fields)['text'],
    (fields) => {
      const [voice, audio] = [fields['voice'] as Fields, fields['audioConfig'] as Fields];
      const locale = String(voice['languageCode']);
      return (
        only(fields, 'input', 'voice', 'audioConfig') &&
        GOOGLE_LOCALES.test(locale) &&
        new RegExp(`^${locale}-Chirp3-HD-[A-Z][a-z]+$`, 'u').test(String(voice['name'])) &&
        audio['audioEncoding'] === 'PCM' &&
        audio['sampleRateHertz'] === 8_000 &&
        inside(audio['speakingRate'], 0.25, 2)
      );
    },
  ),
  contentType: 'application/json; charset=UTF-8',
  rate: 8_000,
  wrap: (audio) => Buffer.from(JSON.stringify({ audioContent: audio.toString('base64') }, null, 2)),
};

/** https://docs.sarvam.ai/api-reference-docs/text-to-speech/convert-stream */
const SARVAM: TtsProtocol = {
  read: json(
    /^\/text-to-speech\/stream$/u,
    ['api-subscription-key', TTS_KEY],
    ({ text }) => text,
    (fields) =>
      /^(?:hi|en|bn|gu|kn|ml|mr|pa|ta|te|od)-IN$/u.test(String(fields['target_language_code'])) &&
      /^[a-z]+$/u.test(String(fields['speaker'])) &&
      fields['model'] === 'bulbul:v3' &&
      fields['speech_sample_rate'] === 8_000 &&
      fields['output_audio_codec'] === 'linear16' &&
      inside(fields['pace'], 0.5, 2) &&
      inside(fields['temperature'], 0.01, 1),
  ),
  contentType: 'audio/pcm',
  rate: 8_000,
};

/** https://elevenlabs.io/docs/api-reference/text-to-speech/stream */
const ELEVENLABS: TtsProtocol = {
  read: json(
    /^\/v1\/text-to-speech\/\w{20}\/stream$/u,
    ['xi-api-key', TTS_KEY],
    ({ text }) => text,
    (fields, { query }) => {
      const settings = (fields['voice_settings'] ?? {}) as Fields;
      return (
        query.get('output_format') === 'pcm_8000' &&
        fields['model_id'] === 'eleven_flash_v2_5' &&
        /^[a-z]{2}$/u.test(String(fields['language_code'])) &&
        inside(settings['speed'], 0.7, 1.2) &&
        inside(settings['stability'], 0, 1)
      );
    },
  ),
  contentType: 'audio/pcm',
  rate: 8_000,
};

const SSML =
  /^<speak version="1.0" xmlns="[^"]+" xml:lang="[a-z]+-[A-Z]+"><voice name="[\w-]+Neural">(?:<prosody(?: (?:rate|range)="[\d+.%]+")+>)?([^<>]+)(?:<\/prosody>)?<\/voice><\/speak>$/u;

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
const AZURE: TtsProtocol = {
  read: ({ path, headers, body }) => {
    if (path !== '/cognitiveservices/v1') return 404;
    if (headers['ocp-apim-subscription-key'] !== TTS_KEY) return 401;
    if (headers['content-type'] !== 'application/ssml+xml') return 415;
    if (headers['x-microsoft-outputformat'] !== 'raw-8khz-16bit-mono-pcm' || !headers['user-agent'])
      return 400;
    const text = SSML.exec(body)?.[1];
    return text === undefined ? 400 : { text: text.replaceAll('&amp;', '&').replaceAll('&quot;', '"') };
  },
  contentType: 'audio/basic',
  rate: 8_000,
};

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
const OPENAI: TtsProtocol = {
  read: json(
    /^\/v1\/audio\/speech$/u,
    ['authorization', `Bearer ${TTS_KEY}`],
    ({ input }) => input,
    (fields) =>
      isText(fields['model']) &&
      isText(fields['voice']) &&
      fields['response_format'] === 'pcm' &&
      inside(fields['speed'], 0.25, 4),
  ),
  contentType: 'audio/pcm',
  rate: 24_000,
};

export const TTS_PROTOCOLS: Readonly<Record<CloudTtsName, TtsProtocol>> = {
  google: GOOGLE,
  sarvam: SARVAM,
  elevenlabs: ELEVENLABS,
  azure: AZURE,
  openai: OPENAI,
};
