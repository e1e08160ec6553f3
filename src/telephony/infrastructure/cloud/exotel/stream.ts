import type { StreamEncoding } from '../../../../media';
import type { StreamCodec, StreamEvent } from '../adapter';
import { partIn, textIn } from '../json-parts';

/** Messages of AgentStream. https://developer.exotel.com/docs/agentstream/websocket-protocol */
export const EXOTEL_STREAM: StreamCodec = {
  // 100 ms, which is whole frames of 20 ms (320 bytes of 16 bit), as Exotel asks for.
  chunkFrames: 5,
  read: (message) => {
    try {
      return readMessage(JSON.parse(message));
    } catch {
      return null;
    }
  },
  audio: (streamSid, bytes) =>
    JSON.stringify({
      event: 'media',
      stream_sid: streamSid,
      media: { payload: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
    }),
  clear: (streamSid) => JSON.stringify({ event: 'clear', stream_sid: streamSid }),
};

function readMessage(message: unknown): StreamEvent | null {
  switch (textIn(message, 'event')) {
    case 'start': {
      const start = partIn(message, 'start');
      const streamId = textIn(start, 'stream_sid') || textIn(message, 'stream_sid');
      const encoding = encodingOf(partIn(start, 'media_format'));
      return streamId === '' || encoding === null ? null : { type: 'start', streamId, encoding };
    }
    case 'media': {
      const media = partIn(message, 'media');
      // What we said ourselves comes back on another track, when the applet was told so.
      if (!['', 'inbound'].includes(textIn(media, 'track'))) return null;
      const bytes = Buffer.from(textIn(media, 'payload'), 'base64');
      return bytes.length === 0 ? null : { type: 'audio', bytes };
    }
    case 'dtmf': {
      const key = textIn(partIn(message, 'dtmf'), 'digit') || textIn(message, 'digit');
      return /^[0-9A-D*#]$/.test(key) ? { type: 'key', key } : null;
    }
    case 'stop':
      return { type: 'stop' };
    default:
      return null;
  }
}

/** `audio/x-mulaw`, `audio/x-raw`, `raw` …; null: a rate that we did not ask for. */
function encodingOf(format: unknown): StreamEncoding | null {
  const rate = textIn(format, 'sample_rate');
  if (rate !== '' && rate !== '8000') return null;
  return /mulaw|ulaw|pcmu/i.test(textIn(format, 'encoding')) ? 'mulaw' : 'linear16';
}
