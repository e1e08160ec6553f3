import type { StreamEncoding } from '../../../../media';
import type { CloudAdapter, CallbackResponse } from '../adapter';
import { fieldOf, jsonFields, textOf } from '../json-fields';
import { streamCodec } from '../gateway/stream-messages';
import { readArrival, readJoined, readStatus } from './callbacks';
import { multipartFields } from './multipart';
import { ExotelRest } from './rest';

const json = (value: unknown): CallbackResponse => ({
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/** Exotel's Voice API with AgentStream. */
export const EXOTEL: CloudAdapter = {
  kind: 'exotel',
  statusUpdates: 'final_only',
  credentials: ({ options }) => ({
    user: options.get('api_key') ?? '',
    password: options.get('api_token') ?? '',
  }),
  maxReadsPerMinute: 200,
  // Exotel's refusals have no codes of their own.
  failureOf: () => null,
  rest: (api, { options }) =>
    new ExotelRest(api, options.get('account_sid') ?? '', options.get('call_type') ?? 'trans'),
  callbacks: new Map([
    ['status', 'POST'],
    ['inbound', 'GET'],
    ['media', 'socket'],
  ]),
  // We request JSON. Exotel's default is multipart/form-data; the fields of any form have the same names.
  parseBody: (body) => {
    if (body.startsWith('--')) return multipartFields(body);
    return /^\s*[{[]/.test(body) ? jsonFields(body) : [...new URLSearchParams(body)];
  },
  // Exotel does not sign: the token in the address is the proof.
  isAuthentic: () => true,
  parseStatus: readStatus,
  parseBridgeStatus: readJoined,
  parseInbound: readArrival,
  streamResponse: (mediaUrl) => json({ url: mediaUrl }),
  // The request names both phones.
  bridgeResponse: () => json({}),
  dialResponse: null,
  // Without an address the applet is passed over, and the flow hangs up.
  rejectResponse: json({}),
  acknowledgement: json({}),
  // Messages of AgentStream. https://developer.exotel.com/docs/agentstream/websocket-protocol
  stream: streamCodec({
    idName: 'stream_sid',
    encoding: (start) => encodingOf(fieldOf(start, 'media_format')),
    // 100 ms, which is whole frames of 20 ms (320 bytes of 16 bit), as Exotel requires.
    chunkFrames: 5,
    events: { audio: 'media', clear: 'clear' },
    format: {},
  }),
};

/** `audio/x-mulaw`, `audio/x-raw`, `raw` …; null: a rate that we did not request. */
function encodingOf(format: unknown): StreamEncoding | null {
  const rate = textOf(format, 'sample_rate');
  if (rate !== '' && rate !== '8000') return null;
  return /mulaw|ulaw|pcmu/i.test(textOf(format, 'encoding')) ? 'mulaw' : 'linear16';
}
