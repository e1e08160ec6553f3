import { streamCodec } from '../gateway/stream-messages';

/** Messages of Media Streams. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
export const TWILIO_STREAM = streamCodec({
  idName: 'streamSid',
  encoding: () => 'mulaw',
  // Twilio itself sends 20 ms, and plays pieces of any length.
  chunkFrames: 1,
  events: { audio: 'media', clear: 'clear' },
  format: {},
});
