import type { CloudAdapter } from '../adapter';
import { contactOf } from '../second-phone';
import { xmlReply } from '../xml';
import { readArrival, readStatus } from './callbacks';
import { readJoined } from './bridge-status';
import { plivoRest } from './rest';
import { isSigned } from './signature';
import { PLIVO_STREAM } from './stream';
import { dialElements, streamElement } from './xml';

/** Plivo's Voice API with audio streams. */
export const PLIVO: CloudAdapter = {
  kind: 'plivo',
  statusUpdates: 'realtime',
  defaultBaseUrl: 'https://api.plivo.com',
  login: ({ options }) => ({
    user: options.get('auth_id') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  looksPerMinute: null,
  // Its refusals have no codes.
  refusal: () => null,
  rest: (api, { options }) => plivoRest(api, options.get('auth_id') ?? ''),
  asks: new Map([
    ['status', 'POST'],
    ['answer', 'POST'],
    ['next', 'POST'],
    ['recording', 'POST'],
    ['inbound', 'POST'],
    ['media', 'socket'],
  ]),
  form: (body) => [...new URLSearchParams(body)],
  // What address of a socket Plivo signs is not documented: there the token in it is the proof.
  authentic: (request, { options }) =>
    request.what === 'media' || isSigned(request, options.get('auth_token') ?? ''),
  read: readStatus,
  readJoined,
  arrival: readArrival,
  connect: (mediaUrl) => xmlReply(streamElement(mediaUrl)),
  join: (order) => xmlReply(dialElements(contactOf(order))),
  handOver: (person) => xmlReply(dialElements(person)),
  reject: xmlReply('<Hangup reason="busy"/>'),
  noted: xmlReply(''),
  stream: PLIVO_STREAM,
};
