import { randomUUID } from 'node:crypto';
import { StreamCaller } from './stream.mjs';

const CONNECTS =
  /^<\?xml version="1\.0" encoding="UTF-8"\?><Response><Stream bidirectional="true" keepCallAlive="true" contentType="audio\/x-mulaw;rate=8000">([^<]+)<\/Stream><\/Response>$/;

/**
 * The stream that a document connects; null: none.
 * @param {string} xml
 */
export function streamOf(xml) {
  return CONNECTS.exec(xml)?.[1] ?? null;
}

/**
 * The phone of a call at the other end of an audio stream: https://www.plivo.com/docs/voice/xml/stream.
 * @param {string} url
 * @param {string} callId
 * @param {string} accountId
 * @param {import('./stream.mjs').StreamScript} script
 */
export function plivoStream(url, callId, accountId, script) {
  const streamId = randomUUID();
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8_000 };
  const start = { callId, streamId, accountId, tracks: ['inbound'], mediaFormat };
  /** @type {import('./stream.mjs').StreamMessages} */
  const messages = {
    begin: [{ sequenceNumber: 1, event: 'start', extra_headers: '{}', start }],
    media: (payload, chunk) => ({
      sequenceNumber: chunk + 1,
      event: 'media',
      streamId,
      media: { track: 'inbound', timestamp: String(Date.now()), chunk, payload },
    }),
    key: (digit) => ({ event: 'dtmf', streamId, dtmf: { track: 'inbound', digit } }),
    stop: null,
    heard: { audio: 'playAudio', clear: 'clearAudio' },
  };
  return new StreamCaller(url, {}, messages, script);
}
