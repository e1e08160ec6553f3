import { type Environment, type Parser, read, url } from './config-values';
import { StartupError } from './startup-error';

/** A server of an engine. */
export interface SpeechServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly model: string;
  /** null: it asks for none. */
  readonly apiKey: string | null;
}

export const STT_ENGINE_NAMES = ['openai'] as const;
export type SttEngineName = (typeof STT_ENGINE_NAMES)[number];

/** Which engines of speech this process may use. Those without key or address are left out. */
export interface SpeechConfig {
  /** In the order of preference. */
  readonly sttEngines: readonly SttEngineName[];
  /** Any server with the transcriptions of OpenAI's API. */
  readonly openAiStt: (SpeechServer & { readonly languages: readonly string[] | null }) | null;
  readonly openAiTts: (SpeechServer & { readonly apiKey: string }) | null;
}

const webAddress: Parser<string> = (value) =>
  withoutSlash(url(['http:', 'https:'], { secret: false })(value));
const text: Parser<string> = (value) => value;

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

/** `STT_*` and `OPENAI_TTS_*`. @throws StartupError */
export function readSpeech(env: Environment): SpeechConfig {
  const openAiStt = readOpenAiStt(env);
  const apiKey = read(env, 'OPENAI_TTS_API_KEY', null, text);
  const usable: Readonly<Record<SttEngineName, string | null>> = { openai: openAiStt ? null : 'STT_URL' };
  const named = read(env, 'STT_ENGINES', null, engineList);
  for (const name of named ?? []) {
    if (usable[name] !== null)
      throw new StartupError(`STT_ENGINES names ${name}, which needs ${usable[name]}.`);
  }
  return {
    sttEngines: (named ?? STT_ENGINE_NAMES).filter((name) => usable[name] === null),
    openAiStt,
    openAiTts:
      apiKey === null
        ? null
        : {
            apiKey,
            url: read(env, 'OPENAI_TTS_URL', 'https://api.openai.com/v1', webAddress),
            model: read(env, 'OPENAI_TTS_MODEL', 'gpt-4o-mini-tts', text),
          },
  };
}

function readOpenAiStt(env: Environment): SpeechConfig['openAiStt'] {
  const address = read(env, 'STT_URL', null, webAddress);
  if (address === null) return null;
  return {
    url: address,
    model: read(env, 'STT_MODEL', 'whisper-1', text),
    apiKey: read(env, 'STT_API_KEY', null, text),
    languages: read(env, 'STT_LANGUAGES', null, languageCodes),
  };
}

/** null: all languages. */
function languageCodes(value: string): readonly string[] | null {
  if (value.trim().toLowerCase() === 'all') return null;
  const codes = value.split(',').map((code) => code.trim().toLowerCase());
  if (!codes.every((code) => /^[a-z]{2}$/u.test(code))) throw new Error('all, or codes such as en,hi');
  return codes;
}

function engineList(value: string): readonly SttEngineName[] {
  const names = value.split(',').map((name) => name.trim());
  const known: readonly string[] = STT_ENGINE_NAMES;
  if (!names.every((name) => known.includes(name)))
    throw new Error(`a list of ${STT_ENGINE_NAMES.join(', ')}`);
  return names as readonly SttEngineName[];
}
