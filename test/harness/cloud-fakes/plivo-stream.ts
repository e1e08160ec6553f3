import { randomUUID } from 'node:crypto';
import { StreamCaller, type StreamScript } from './stream-caller';

const CONNECTS =
  /^<\?xml version="1\.0" encoding="UTF-8"\?><Response><Stream bidirectional="true" keepCallAlive="true" contentType="audio\/x-mulaw;rate=8000">([^<]+)<\/Stream><\/Response>$/;

/** The stream that a document connects; null: none. */
export function streamOf(xml: string): string | null {
  return CONNECTS.exec(xml)?.[1] ?? null;
}

/** The phone of a call at the other end of an audio stream. https://www.plivo.com/docs/voice/xml/stream */
export function plivoStream(
  url: string,
  callId: string,
  accountId: string,
  script: StreamScript,
): StreamCaller {
  const streamId = randomUUID();
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8_000 };
  return new StreamCaller(
    url,
    {},
    {
      begin: [
        {
          sequenceNumber: 1,
          event: 'start',
          extra_headers: '{}',
          start: { callId, streamId, accountId, tracks: ['inbound'], mediaFormat },
        },
      ],
      media: (payload, chunk) => ({
        sequenceNumber: chunk + 1,
        event: 'media',
        streamId,
        media: { track: 'inbound', timestamp: String(Date.now()), chunk, payload },
      }),
      key: (digit) => ({ event: 'dtmf', streamId, dtmf: { track: 'inbound', digit } }),
      // The socket closes, and that is all.
      stop: null,
      heard: { audio: 'playAudio', clear: 'clearAudio' },
    },
    script,
  );
}
