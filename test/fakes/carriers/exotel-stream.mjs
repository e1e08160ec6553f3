import { randomBytes } from 'node:crypto';
import { ACCOUNT_SID } from './exotel-records.mjs';
import { StreamCaller } from './stream.mjs';

/**
 * The phone of a call at the other end of AgentStream: https://developer.exotel.com/api/voice-streaming.
 * @param {string} url
 * @param {string} callSid
 * @param {import('./exotel-records.mjs').ExotelScript} script
 */
export function exotelStream(url, callSid, { encoding = 'linear16', ...script }) {
  const streamSid = `MZ${randomBytes(12).toString('hex')}`;
  const format = encoding === 'mulaw' ? 'audio/x-mulaw' : 'audio/x-raw';
  const start = {
    stream_sid: streamSid,
    call_sid: callSid,
    account_sid: ACCOUNT_SID,
    media_format: { encoding: format, sample_rate: '8000', bit_rate: '16' },
  };
  /** @type {import('./stream.mjs').StreamMessages} */
  const messages = {
    begin: [{ event: 'connected' }, { event: 'start', sequence_number: '1', stream_sid: streamSid, start }],
    media: (payload, chunk) => ({
      event: 'media',
      sequence_number: String(chunk + 1),
      stream_sid: streamSid,
      media: { chunk: String(chunk), timestamp: String(100 * chunk), payload },
    }),
    key: (digit) => ({ event: 'dtmf', stream_sid: streamSid, dtmf: { duration: '100', digit } }),
    stop: {
      event: 'stop',
      stream_sid: streamSid,
      stop: { call_sid: callSid, account_sid: ACCOUNT_SID, reason: 'callended' },
    },
    heard: { audio: 'media', clear: 'clear' },
    encoding,
    pieces: { frames: 5, split: encoding === 'linear16' },
  };
  return new StreamCaller(url, {}, messages, script);
}
