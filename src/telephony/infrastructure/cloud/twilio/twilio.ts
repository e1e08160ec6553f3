import type { CloudAdapter, CloudReply } from '../adapter';
import { readArrival, readStatus } from './callbacks';
import { twilioEvent, twilioRest } from './rest';
import { isSigned } from './signature';
import { TWILIO_STREAM } from './stream';
import { connectVerb, twiml } from './twiml';

const xml = (verbs: string): CloudReply => ({
  contentType: 'text/xml; charset=utf-8',
  body: twiml(verbs),
});

/** Twilio Programmable Voice with Media Streams. */
export const TWILIO: CloudAdapter = {
  kind: 'twilio',
  defaultBaseUrl: 'https://api.twilio.com',
  login: ({ options }) => ({
    user: options.get('account_sid') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  looksPerMinute: null,
  refusal: twilioEvent,
  rest: (api, { options }) => twilioRest(api, options.get('account_sid') ?? ''),
  authentic: (request, { options }) => isSigned(request, options.get('auth_token') ?? ''),
  read: readStatus,
  arrival: readArrival,
  connect: (mediaUrl) => xml(connectVerb(mediaUrl)),
  reject: xml('<Reject reason="busy"/>'),
  inboundMethod: 'POST',
  noted: () => xml(''),
  stream: TWILIO_STREAM,
};
