import { randomBytes } from 'node:crypto';
import { StreamCaller } from './stream.mjs';

/**
 * The stream that a document connects; null: none.
 * @param {string} twiml
 */
export function streamOf(twiml) {
  return /<Connect><Stream url="([^"]+)"\/><\/Connect>/.exec(twiml)?.[1] ?? null;
}

/**
 * The phone of a call at the other end of a media stream:
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages.
 * @param {string} url
 * @param {{readonly accountSid: string, readonly callSid: string}} ids
 * @param {Record<string, string>} headers
 * @param {import('./stream.mjs').StreamScript} script
 */
export function twilioStream(url, ids, headers, script) {
  const streamSid = `MZ${randomBytes(16).toString('hex')}`;
  const start = {
    ...ids,
    streamSid,
    tracks: ['inbound'],
    customParameters: {},
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
  };
  /** @type {import('./stream.mjs').StreamMessages} */
  const messages = {
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
  };
  return new StreamCaller(url, headers, messages, script);
}
