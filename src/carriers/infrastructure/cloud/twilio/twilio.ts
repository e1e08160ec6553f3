import type { CloudAdapter } from '../adapter';
import { contactTarget } from '../dial-target';
import { xmlReply } from '../xml';
import { streamCodec } from '../gateway/stream-messages';
import { readArrival, readJoined, readStatus } from './callbacks';
import { twilioEvent, TwilioRest } from './rest';
import { isSigned } from './signature';
import { connectVerb, dialVerb } from './twiml';

/** Twilio Programmable Voice with Media Streams. */
export const TWILIO: CloudAdapter = {
  kind: 'twilio',
  statusUpdates: 'realtime',
  credentials: ({ options }) => ({
    user: options.get('account_sid') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  maxReadsPerMinute: null,
  failureOf: twilioEvent,
  rest: (api, { options }) => new TwilioRest(api, options.get('account_sid') ?? ''),
  // The create request has the instruction for the answered call.
  callbacks: new Map([
    ['status', 'POST'],
    ['next', 'POST'],
    ['recording', 'POST'],
    ['inbound', 'POST'],
    ['media', 'socket'],
  ]),
  parseBody: (body) => [...new URLSearchParams(body)],
  isAuthentic: (request, { options }) => isSigned(request, options.get('auth_token') ?? ''),
  parseStatus: readStatus,
  parseBridgeStatus: readJoined,
  parseInbound: readArrival,
  streamResponse: (mediaUrl) => xmlReply(connectVerb(mediaUrl)),
  bridgeResponse: (order) => xmlReply(dialVerb(contactTarget(order))),
  dialResponse: (target) => xmlReply(dialVerb(target)),
  rejectResponse: xmlReply('<Reject reason="busy"/>'),
  acknowledgement: xmlReply(''),
  // Messages of Media Streams. https://www.twilio.com/docs/voice/media-streams/websocket-messages
  stream: streamCodec({
    idName: 'streamSid',
    encoding: () => 'mulaw',
    // Twilio itself sends 20 ms, and plays pieces of any length.
    chunkFrames: 1,
    events: { audio: 'media', clear: 'clear' },
    format: {},
  }),
};
