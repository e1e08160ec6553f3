export { FakeLegs } from './application/fake-legs';
export { MediaLegs } from './application/media-legs';
export type { LegRecording, LegStatistics, MediaLeg, Played, RtpLeg } from './domain/media-leg';
export * as tones from './domain/tone';
export * as wav from './domain/wav';
