import type { CloudAdapter } from '../adapter';
import { contactOf } from '../second-phone';
import { xmlReply } from '../xml';
import { readArrival, readStatus } from './callbacks';
import { readJoined } from './bridge-status';
import { twilioEvent, twilioRest } from './rest';
import { isSigned } from './signature';
import { TWILIO_STREAM } from './stream';
import { connectVerb, dialVerb } from './twiml';

/** Twilio Programmable Voice with Media Streams. */
export const TWILIO: CloudAdapter = {
  kind: 'twilio',
  statusUpdates: 'realtime',
  defaultBaseUrl: 'https://api.twilio.com',
  login: ({ options }) => ({
    user: options.get('account_sid') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  looksPerMinute: null,
  refusal: twilioEvent,
  rest: (api, { options }) => twilioRest(api, options.get('account_sid') ?? ''),
  // What to do with an answered call is told with the order.
  asks: new Map([
    ['status', 'POST'],
    ['next', 'POST'],
    ['recording', 'POST'],
    ['inbound', 'POST'],
    ['media', 'socket'],
  ]),
  form: (body) => [...new URLSearchParams(body)],
  authentic: (request, { options }) => isSigned(request, options.get('auth_token') ?? ''),
  read: readStatus,
  readJoined,
  arrival: readArrival,
  connect: (mediaUrl) => xmlReply(connectVerb(mediaUrl)),
  join: (order) => xmlReply(dialVerb(contactOf(order))),
  handOver: (person) => xmlReply(dialVerb(person)),
  reject: xmlReply('<Reject reason="busy"/>'),
  noted: xmlReply(''),
  stream: TWILIO_STREAM,
};
