import type { WebSocket } from 'ws';
import type { MediaLegs } from '../../src/media';
import type {
  CloudAdapter,
  SignedRequest,
  CloudCallStatus,
} from '../../src/carriers/infrastructure/cloud/adapter';
import { hashToken } from '../../src/platform/tokens';
import { CloudGateway } from '../../src/carriers/infrastructure/cloud/gateway/cloud-gateway';
import type { CallbackHandler } from '../../src/carriers/infrastructure/cloud/gateway/callback-handler';

export const ORIGIN = 'https://voice.example';
export const [LEG, OVER, OTHERS, LATER, INBOUND] = ['l', 'o', 'p', 'm', 'i'].map((letter) =>
  letter.repeat(43),
) as [string, string, string, string, string];
const xml = (body: string) => ({ contentType: 'text/xml', body });

/** A carrier with instructions by GET, and the secret in the header `x-right`. */
function carrier(seen: SignedRequest[]): CloudAdapter {
  return {
    kind: 'plivo',
    statusUpdates: 'realtime',
    credentials: () => ({ user: '', password: '' }),
    maxReadsPerMinute: null,
    failureOf: () => null,
    rest: () => ({
      verifyCredentials: () => Promise.resolve(),
      createCall: () => Promise.resolve('C1'),
      createBridge: () => Promise.reject(new Error('not asked')),
      fetchBridge: () => Promise.reject(new Error('not asked')),
      fetchCall: () => Promise.reject(new Error('not asked')),
      listCalls: () => Promise.resolve([]),
      endCall: () => Promise.resolve(),
      cancelCall: () => Promise.resolve(false),
      recordingUrl: () => Promise.resolve(null),
    }),
    callbacks: new Map([
      ['status', 'POST'],
      ['answer', 'GET'],
      ['recording', 'POST'],
      ['inbound', 'GET'],
      ['media', 'socket'],
    ]),
    parseBody: (body) => [...new URLSearchParams(body)],
    isAuthentic: (request, { options }) => {
      seen.push(request);
      return request.headers.get('x-right') === options.get('right');
    },
    parseStatus: (fields) => ({
      carrierCallId: fields.get('id') ?? '',
      event: null,
      carrierStatus: fields.get('by') ?? '',
      state: fields.has('over') ? 'ended' : 'ringing',
    }),
    parseBridgeStatus: () => null,
    dialResponse: null,
    bridgeResponse: () => xml('join'),
    parseInbound: (fields) => {
      const called = fields.get('to');
      return called === undefined ? null : { carrierCallId: 'C2', called, caller: null };
    },
    streamResponse: (mediaUrl) => xml(`connect ${mediaUrl}`),
    rejectResponse: xml('reject'),
    acknowledgement: xml('noted'),
    stream: { chunkFrames: 1, read: () => null, audio: () => '', clear: () => '' },
  };
}

const LEGS = new Map([
  [LEG, { id: 'leg', trunkId: 't', beganAt: new Date(0), isOver: false }],
  [OVER, { id: 'over', trunkId: 't', beganAt: new Date(0), isOver: true }],
  [OTHERS, { id: 'others', trunkId: 't', beganAt: new Date(0), isOver: false }],
  [LATER, { id: 'later', trunkId: 't', beganAt: new Date(60_000), isOver: true }],
]);

/** A leg of this process, which accepts one stream. */
function ringingLeg(words: CloudCallStatus[], sockets: WebSocket[]) {
  const leg: CallbackHandler & { acceptsStream: boolean } = {
    onCallback: (fields) => {
      words.push({
        carrierCallId: fields.get('id') ?? '',
        state: 'ringing',
        event: null,
        carrierStatus: fields.get('by') ?? '',
      });
    },
    nextInstruction: () => (leg.acceptsStream ? xml('join them') : null),
    acceptsStream: true,
    attachStream: (socket) => {
      sockets.push(socket);
      leg.acceptsStream = false;
    },
  };
  return leg;
}

/** A stack with one trunk, a leg that this process holds, two that are over and one of another process. */
export async function cloudGatewayDriver(allow: readonly string[] | null = null, right = 'yes') {
  const seen: SignedRequest[] = [];
  const words: CloudCallStatus[] = [];
  const refused: string[] = [];
  const announced: string[] = [];
  const sockets: WebSocket[] = [];
  const stack = new CloudGateway({
    adapters: [carrier(seen)],
    host: '127.0.0.1',
    port: 0,
    portTaker: null,
    origin: ORIGIN,
    media: {} as MediaLegs,
    legs: {
      byToken: (hash) => Promise.resolve([...LEGS].find(([token]) => hashToken(token).equals(hash))?.[1]),
    },
    now: () => new Date(0),
    onRecordingReady: (legId) => {
      announced.push(legId);
      return Promise.resolve();
    },
    acquireQuota: () => Promise.resolve(true),
    onRefused: (kind) => refused.push(kind),
  });
  const set = (secret: string) => {
    const settings = { baseUrl: 'http://127.0.0.1:9', options: new Map([['right', secret]]), allow };
    return stack.sync([{ id: 't', name: 't', kind: 'plivo', settings, inboundToken: INBOUND }]);
  };
  await set(right);
  stack.onCall('plivo', {
    onInbound: (trunk, { called }) => Promise.resolve(xml(`${trunk.name} takes ${called}`)),
    onInboundStatus: (_trunk, word) => {
      words.push(word);
      return Promise.resolve();
    },
  });
  const held = ringingLeg(words, sockets);
  stack.register('leg', held, () => Promise.resolve());
  const here = `127.0.0.1:${stack.port ?? 0}/telephony/plivo`;
  const ask = async (path: string, method = 'GET', body?: string, secret = right) => {
    const headers = { 'x-right': secret, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`http://${here}${path}`, { method, headers, ...(body && { body }) });
    return [answer.status, await answer.text()];
  };
  return { stack, set, seen, words, refused, announced, sockets, held, here, ask };
}
