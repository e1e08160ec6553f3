import type { CloudAdapter, CloudReply } from '../adapter';
import { jsonFields } from '../json-parts';
import { readArrival, readStatus } from './callbacks';
import { readJoined } from './bridge-status';
import { exotelRest } from './rest';
import { EXOTEL_STREAM } from './stream';

const json = (value: unknown): CloudReply => ({
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/** Exotel's Voice API with AgentStream. */
export const EXOTEL: CloudAdapter = {
  kind: 'exotel',
  statusUpdates: 'final_only',
  defaultBaseUrl: 'https://api.in.exotel.com',
  login: ({ options }) => ({
    user: options.get('api_key') ?? '',
    password: options.get('api_token') ?? '',
  }),
  looksPerMinute: 200,
  // Its refusals have no codes of their own.
  refusal: () => null,
  rest: (api, { options }) =>
    exotelRest(api, options.get('account_sid') ?? '', options.get('call_type') ?? 'trans'),
  asks: new Map([
    ['status', 'POST'],
    ['inbound', 'GET'],
    ['media', 'socket'],
  ]),
  // JSON is asked for; where Exotel sends a form all the same, its fields have the same names.
  form: (body) => (/^\s*[{[]/.test(body) ? jsonFields(body) : [...new URLSearchParams(body)]),
  // It signs nothing: the token in the address is the proof.
  authentic: () => true,
  read: readStatus,
  readJoined,
  arrival: readArrival,
  connect: (mediaUrl) => json({ url: mediaUrl }),
  // Both phones are told with the order.
  join: () => json({}),
  handOver: null,
  // Without an address the applet is passed over, and the flow hangs up.
  reject: json({}),
  noted: json({}),
  stream: EXOTEL_STREAM,
};
