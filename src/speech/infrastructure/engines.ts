import type { SpeechConfig, SttEngineName } from '../../platform/config/config-speech';
import type { CloudServer, CloudTtsName } from '../../platform/config/config-speech-servers';
import type { SttEngine } from '../domain/stt-engine';
import type { TtsEngine } from '../domain/tts-engine';
import { AzureTts } from './azure-tts';
import { DeepgramStt } from './deepgram-stt';
import { ElevenLabsTts } from './elevenlabs-tts';
import { GoogleTts } from './google-tts';
import { EspeakTts } from './local/espeak-tts';
import { MoonshineStt } from './local/moonshine-stt';
import { OpenAiStt } from './openai-stt';
import { OpenAiTts } from './openai-tts';
import { SarvamStt } from './sarvam-stt';
import { SarvamTts } from './sarvam-tts';

const STT: Readonly<Record<SttEngineName, (config: SpeechConfig) => SttEngine | null | undefined>> = {
  sarvam: ({ stt }) => stt.sarvam && new SarvamStt(stt.sarvam),
  deepgram: ({ stt }) => stt.deepgram && new DeepgramStt(stt.deepgram),
  openai: ({ openAiStt }) => openAiStt && new OpenAiStt(openAiStt),
  local: ({ kit }) => (kit === null ? null : new MoonshineStt(kit)),
};

/** Voices of cloud services. */
const CLOUD_VOICES: Readonly<Record<CloudTtsName, new (server: CloudServer) => TtsEngine>> = {
  google: GoogleTts,
  sarvam: SarvamTts,
  elevenlabs: ElevenLabsTts,
  azure: AzureTts,
  openai: OpenAiTts,
};

/** Recognizers are in the order of preference. */
export function enginesOf(config: SpeechConfig | null): {
  stt: readonly SttEngine[];
  tts: readonly TtsEngine[];
} {
  const stt = config?.sttEngines.map((name) => STT[name](config)) ?? [];
  return { stt: stt.filter((engine) => engine != null), tts: voicesOf(config?.tts ?? {}) };
}

function voicesOf(servers: SpeechConfig['tts']): readonly TtsEngine[] {
  const names = Object.keys(CLOUD_VOICES) as CloudTtsName[];
  const voices = names.flatMap((name) => {
    const server = servers[name];
    return server ? [new CLOUD_VOICES[name](server)] : [];
  });
  return EspeakTts.isInstalled() ? [...voices, new EspeakTts()] : voices;
}
