import type { ListedEngine, ListedVoice } from '../domain/voice-catalogue';

export function voiceEngineView(
  engine: ListedEngine,
  { creditsPerMinute, isAvailable }: { readonly creditsPerMinute: number; readonly isAvailable: boolean },
) {
  const { pace, temperature, voiceModulation } = engine.supports;
  return {
    object: 'voice_engine' as const,
    id: engine.id,
    name: engine.name,
    default: engine.isDefault,
    available: isAvailable,
    languages: engine.languages,
    supports: { pace, temperature, voice_modulation: voiceModulation },
    credits_per_minute: creditsPerMinute,
    voices: engine.voices.map(voiceView),
  };
}

function voiceView({ id, name, gender, languages, isDefault }: ListedVoice) {
  return { object: 'voice' as const, id, name, gender, languages, default: isDefault };
}
