import type { SpeechConfig, SttEngineName } from '../../platform/config-speech';
import type { SttEngine } from '../domain/stt-engine';
import type { TtsEngine } from '../domain/tts-engine';
import { EspeakTts } from './local/espeak-tts';
import { MoonshineStt } from './local/moonshine-stt';
import { OpenAiStt } from './openai-stt';
import { OpenAiTts } from './openai-tts';

const STT: Readonly<Record<SttEngineName, (config: SpeechConfig) => SttEngine | null>> = {
  openai: ({ openAiStt }) => openAiStt && new OpenAiStt(openAiStt),
  local: ({ kit }) => (kit === null ? null : new MoonshineStt(kit)),
};

const TTS: readonly ((config: SpeechConfig | null) => TtsEngine | null)[] = [
  (config) => (config?.openAiTts ? new OpenAiTts(config.openAiTts) : null),
  () => (EspeakTts.isInstalled() ? new EspeakTts() : null),
];

/** The engines that a process can use, the recognizers in the order of preference. */
export function enginesOf(config: SpeechConfig | null): {
  stt: readonly SttEngine[];
  tts: readonly TtsEngine[];
} {
  const stt = config?.sttEngines.map((name) => STT[name](config)) ?? [];
  const tts = TTS.map((make) => make(config));
  return { stt: stt.filter((engine) => engine !== null), tts: tts.filter((engine) => engine !== null) };
}
