export { Recognition } from './application/recognition';
export { Synthesis } from './application/synthesis';
export type { Utterance } from './application/utterance';
export { takesTheTurn } from './domain/backchannels';
export { endpointMs } from './domain/endpointing';
export { sentencesIn } from './domain/sentences';
export { wordsUpTo } from './domain/spoken-words';
export type { SttEngine, SttEvents, SttOptions, SttStream } from './domain/stt-engine';
export type { TtsEngine, VoiceSettings } from './domain/tts-engine';
