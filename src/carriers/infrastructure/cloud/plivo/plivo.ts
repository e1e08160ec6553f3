import type { CloudAdapter } from '../adapter';
import { contactTarget } from '../dial-target';
import { xmlReply } from '../xml';
import { streamCodec } from '../gateway/stream-messages';
import { readArrival, readJoined, readStatus } from './callbacks';
import { PlivoRest } from './rest';
import { isSigned } from './signature';
import { dialElements, streamElement } from './xml';

/** Plivo's Voice API with audio streams. */
export const PLIVO: CloudAdapter = {
  kind: 'plivo',
  statusUpdates: 'realtime',
  credentials: ({ options }) => ({
    user: options.get('auth_id') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  maxReadsPerMinute: null,
  // Plivo's refusals have no codes.
  failureOf: () => null,
  rest: (api, { options }) => new PlivoRest(api, options.get('auth_id') ?? ''),
  callbacks: new Map([
    ['status', 'POST'],
    ['answer', 'POST'],
    ['next', 'POST'],
    ['recording', 'POST'],
    ['inbound', 'POST'],
    ['media', 'socket'],
  ]),
  parseBody: (body) => [...new URLSearchParams(body)],
  // Plivo does not document which address of a socket it signs: its token is the proof.
  isAuthentic: (request, { options }) =>
    request.kind === 'media' || isSigned(request, options.get('auth_token') ?? ''),
  parseStatus: readStatus,
  parseBridgeStatus: readJoined,
  parseInbound: readArrival,
  streamResponse: (mediaUrl) => xmlReply(streamElement(mediaUrl)),
  bridgeResponse: (order) => xmlReply(dialElements(contactTarget(order))),
  dialResponse: (target) => xmlReply(dialElements(target)),
  rejectResponse: xmlReply('<Hangup reason="busy"/>'),
  acknowledgement: xmlReply(''),
  // Messages of Plivo's audio streams. https://www.plivo.com/docs/voice-agents/audio-streaming/concepts/audio-streaming-guide
  stream: streamCodec({
    idName: 'streamId',
    encoding: () => 'mulaw',
    // Plivo itself sends 20 ms.
    chunkFrames: 1,
    events: { audio: 'playAudio', clear: 'clearAudio' },
    format: { contentType: 'audio/x-mulaw', sampleRate: 8000 },
  }),
};
