import { randomBytes } from 'node:crypto';
import { StreamCaller, type StreamScript } from './stream-caller';

/** The stream that a document connects; null: none. */
export function streamOf(twiml: string): string | null {
  return /<Connect><Stream url="([^"]+)"\/><\/Connect>/.exec(twiml)?.[1] ?? null;
}

/** The phone of a call at the other end of a media stream. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
export function twilioStream(
  url: string,
  ids: { readonly accountSid: string; readonly callSid: string },
  headers: Readonly<Record<string, string>>,
  script: StreamScript,
): StreamCaller {
  const streamSid = `MZ${randomBytes(16).toString('hex')}`;
  const start = {
    ...ids,
    streamSid,
    tracks: ['inbound'],
    customParameters: {},
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
  };
  return new StreamCaller(
    url,
    headers,
    {
      begin: [
        { event: 'connected', protocol: 'Call', version: '1.0.0' },
        { event: 'start', sequenceNumber: '1', start, streamSid },
      ],
      media: (payload, chunk) => ({
        event: 'media',
        sequenceNumber: String(chunk + 1),
        streamSid,
        media: { track: 'inbound', chunk: String(chunk), timestamp: String(20 * chunk - 15), payload },
      }),
      key: (digit) => ({ event: 'dtmf', streamSid, dtmf: { track: 'inbound_track', digit } }),
      stop: { event: 'stop', streamSid, stop: ids },
    },
    script,
  );
}
