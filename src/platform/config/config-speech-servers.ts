import { type Environment, type Parser, read, SecretProblem, url, wholeNumber } from './config-values';
import { StartupError } from '../startup-error';
import type { ServerVariables } from '../../shared-kernel/server-variables';
import { VOICE_ENGINE_IDS, VOICE_ENGINES, type VoiceEngineId } from '../../shared-kernel/voice-engines';

/** A cloud service that recognizes or synthesizes speech. */
export interface CloudServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
  /** '' of engines whose voice is the model. */
  readonly model: string;
}

/** In the order of preference. */
export const CLOUD_STT = {
  sarvam: {
    key: 'SARVAM_API_KEY',
    url: ['SARVAM_URL', 'https://api.sarvam.ai'],
    model: ['SARVAM_STT_MODEL', 'saaras:v3-realtime'],
  },
  deepgram: {
    key: 'DEEPGRAM_API_KEY',
    url: ['DEEPGRAM_URL', 'https://api.deepgram.com'],
    model: ['DEEPGRAM_MODEL', 'nova-3'],
  },
} as const satisfies Readonly<Record<string, ServerVariables>>;
export type CloudSttName = keyof typeof CLOUD_STT;

/** Voice engines that need a server. */
export type CloudTtsName = {
  [Id in VoiceEngineId]: (typeof VOICE_ENGINES)[Id]['variables'] extends null ? never : Id;
}[VoiceEngineId];

const hasServer = (id: VoiceEngineId): id is CloudTtsName => VOICE_ENGINES[id].variables !== null;

export const CLOUD_TTS = Object.fromEntries(
  VOICE_ENGINE_IDS.filter(hasServer).map((id) => [id, VOICE_ENGINES[id].variables]),
) as Readonly<Record<CloudTtsName, ServerVariables>>;

const MAX_STREAMS = 10_000;

/** The engines of a table that have a key. @throws StartupError when one has a key and no address, or a bad value */
export function readCloud<Name extends string>(
  env: Environment,
  table: Readonly<Record<Name, ServerVariables>>,
): Partial<Record<Name, CloudServer>> {
  const servers = Object.entries<ServerVariables>(table).flatMap(([name, variables]) => {
    const apiKey = read(env, variables.key, null, secret);
    const [modelName, model] = variables.model ?? [null, ''];
    const url = addressOf(env, variables);
    if (apiKey === null) return [];
    if (url === null) throw new StartupError(`${variables.key} needs ${addressNames(variables)}, too.`);
    const server: CloudServer = {
      apiKey,
      url,
      model: modelName === null ? model : read(env, modelName, model, (value) => value),
    };
    return [[name, server] as const];
  });
  return Object.fromEntries(servers) as Partial<Record<Name, CloudServer>>;
}

/** `{ENGINE}_STT_MAX_STREAMS` or `{ENGINE}_TTS_MAX_STREAMS` of those engines that have one. */
export function readStreams(
  env: Environment,
  kind: 'STT' | 'TTS',
  engines: readonly string[],
): Readonly<Record<string, number>> {
  const limits = engines.flatMap((name) => {
    const most = read(env, `${name.toUpperCase()}_${kind}_MAX_STREAMS`, null, wholeNumber(1, MAX_STREAMS));
    return most === null ? [] : [[name, most] as const];
  });
  return Object.fromEntries(limits);
}

/** A secret that is sent in a header. */
export const secret: Parser<string> = (value) => {
  if (!/^[\x21-\x7e]+$/u.test(value)) throw new SecretProblem('ASCII without spaces');
  return value;
};

export const webAddress: Parser<string> = (value) => {
  const address = url(['http:', 'https:'], { secret: false })(value);
  return address.endsWith('/') ? address.slice(0, -1) : address;
};

/** null: none is set. */
function addressOf(env: Environment, { url: [name, usual], region }: ServerVariables): string | null {
  const named = read(env, name, usual, webAddress);
  const local = region && read(env, region[0], null, regionName);
  return named ?? (region && local != null ? region[1](local) : null);
}

function addressNames({ url: [name], region }: ServerVariables): string {
  return `${region ? `${region[0]} or ` : ''}${name}`;
}

const regionName: Parser<string> = (value) => {
  if (!/^[a-z0-9]{1,40}$/u.test(value)) throw new Error('the name of a region, such as centralindia');
  return value;
};
