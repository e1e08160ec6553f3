import type { StreamCodec, StreamEvent } from '../adapter';
import { partIn, textIn } from '../json-parts';

/** Messages of Plivo's audio streams. https://www.plivo.com/docs/voice-agents/audio-streaming/concepts/audio-streaming-guide */
export const PLIVO_STREAM: StreamCodec = {
  // Plivo itself sends 20 ms.
  chunkFrames: 1,
  read: (message) => {
    try {
      return readMessage(JSON.parse(message));
    } catch {
      return null;
    }
  },
  audio: (streamId, bytes) =>
    JSON.stringify({
      event: 'playAudio',
      streamId,
      media: {
        contentType: 'audio/x-mulaw',
        sampleRate: 8000,
        payload: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
      },
    }),
  clear: (streamId) => JSON.stringify({ event: 'clearAudio', streamId }),
};

function readMessage(message: unknown): StreamEvent | null {
  const start = partIn(message, 'start');
  const media = partIn(message, 'media');
  switch (textIn(message, 'event')) {
    case 'start': {
      const streamId = textIn(start, 'streamId');
      return streamId === '' ? null : { type: 'start', streamId, encoding: 'mulaw' };
    }
    case 'media': {
      if (!['', 'inbound'].includes(textIn(media, 'track'))) return null;
      const bytes = Buffer.from(textIn(media, 'payload'), 'base64');
      return bytes.length === 0 ? null : { type: 'audio', bytes };
    }
    case 'dtmf': {
      const key = textIn(partIn(message, 'dtmf'), 'digit');
      return /^[0-9A-D*#]$/.test(key) ? { type: 'key', key } : null;
    }
    // Some pages name it; the socket closes in any case.
    case 'stop':
      return { type: 'stop' };
    default:
      return null;
  }
}
