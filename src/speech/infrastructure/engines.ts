import type { SpeechConfig, SttEngineName } from '../../platform/config/config-speech';
import type { VoiceEngineId } from '../../shared-kernel/voice-engines';
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

const TTS: Readonly<Record<VoiceEngineId, (config: SpeechConfig | null) => TtsEngine | null | undefined>> = {
  google: (config) => config?.tts.google && new GoogleTts(config.tts.google),
  sarvam: (config) => config?.tts.sarvam && new SarvamTts(config.tts.sarvam),
  elevenlabs: (config) => config?.tts.elevenlabs && new ElevenLabsTts(config.tts.elevenlabs),
  azure: (config) => config?.tts.azure && new AzureTts(config.tts.azure),
  openai: (config) => config?.tts.openai && new OpenAiTts(config.tts.openai),
  local: () => (EspeakTts.isInstalled() ? new EspeakTts() : null),
};

/** Recognizers are in the order of preference. */
export function enginesOf(config: SpeechConfig | null): {
  stt: readonly SttEngine[];
  tts: readonly TtsEngine[];
} {
  const stt = config?.sttEngines.map((name) => STT[name](config)) ?? [];
  const tts = Object.values(TTS).map((make) => make(config));
  return { stt: stt.filter(isThere), tts: tts.filter(isThere) };
}

function isThere<Engine>(engine: Engine | null | undefined): engine is Engine {
  return engine != null;
}
