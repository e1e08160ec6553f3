import type { CloudAdapter, CallbackResponse } from '../adapter';
import { jsonFields } from '../json-fields';
import { readArrival, readStatus } from './callbacks';
import { readJoined } from './bridge-status';
import { ExotelRest } from './rest';
import { EXOTEL_STREAM } from './stream';

const json = (value: unknown): CallbackResponse => ({
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/** Exotel's Voice API with AgentStream. */
export const EXOTEL: CloudAdapter = {
  kind: 'exotel',
  statusUpdates: 'final_only',
  defaultBaseUrl: 'https://api.in.exotel.com',
  credentials: ({ options }) => ({
    user: options.get('api_key') ?? '',
    password: options.get('api_token') ?? '',
  }),
  maxReadsPerMinute: 200,
  // Its refusals have no codes of their own.
  failureOf: () => null,
  rest: (api, { options }) =>
    new ExotelRest(api, options.get('account_sid') ?? '', options.get('call_type') ?? 'trans'),
  callbacks: new Map([
    ['status', 'POST'],
    ['inbound', 'GET'],
    ['media', 'socket'],
  ]),
  // We request JSON. Where Exotel sends a form all the same, its fields have the same names.
  parseBody: (body) => (/^\s*[{[]/.test(body) ? jsonFields(body) : [...new URLSearchParams(body)]),
  // It signs nothing: the token in the address is the proof.
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
  stream: EXOTEL_STREAM,
};
