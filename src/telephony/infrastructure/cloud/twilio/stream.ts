import type { StreamCodec, StreamEvent } from '../adapter';

/** Messages of Media Streams. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
export const TWILIO_STREAM: StreamCodec = {
  // Twilio itself sends 20 ms, and plays pieces of any length.
  chunkFrames: 1,
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
      streamSid,
      media: { payload: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
    }),
  clear: (streamSid) => JSON.stringify({ event: 'clear', streamSid }),
};

/** @throws TypeError when it is no object */
function readMessage(value: unknown): StreamEvent | null {
  const { event, start, media, dtmf } = value as Record<'event' | 'start' | 'media' | 'dtmf', unknown>;
  switch (event) {
    case 'start': {
      const streamId = textOf(start, 'streamSid');
      return streamId === '' ? null : { type: 'start', streamId, encoding: 'mulaw' };
    }
    case 'media': {
      // What we said ourselves comes back on another track, when somebody asked for it.
      if (!['', 'inbound'].includes(textOf(media, 'track'))) return null;
      const bytes = Buffer.from(textOf(media, 'payload'), 'base64');
      return bytes.length === 0 ? null : { type: 'audio', bytes };
    }
    case 'dtmf': {
      const key = textOf(dtmf, 'digit');
      return /^[0-9A-D*#]$/.test(key) ? { type: 'key', key } : null;
    }
    case 'stop':
      return { type: 'stop' };
    default:
      return null;
  }
}

function textOf(part: unknown, name: 'streamSid' | 'track' | 'payload' | 'digit'): string {
  const value = (part as Partial<Record<typeof name, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
