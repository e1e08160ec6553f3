import { streamCodec } from '../gateway/stream-messages';

/** Messages of Plivo's audio streams. https://www.plivo.com/docs/voice-agents/audio-streaming/concepts/audio-streaming-guide */
export const PLIVO_STREAM = streamCodec({
  idName: 'streamId',
  encoding: () => 'mulaw',
  // Plivo itself sends 20 ms.
  chunkFrames: 1,
  events: { audio: 'playAudio', clear: 'clearAudio' },
  format: { contentType: 'audio/x-mulaw', sampleRate: 8000 },
});
