export { MediaLegs } from './application/media-legs';
export type { MediaFigures } from './domain/media-figures';
export type {
  LegRecording,
  LegStatistics,
  MediaLeg,
  Played,
  RecordedFile,
  RtpLeg,
  StreamLeg,
} from './domain/media-leg';
export type { RtpRemote } from './domain/rtp/rtp-remote';
export type { StreamEncoding } from './domain/stream-path';
export * as tones from './domain/tones/tone';
export * as wav from './domain/wav';
