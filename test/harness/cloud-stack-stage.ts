import type { WebSocket } from 'ws';
import type { MediaLegs } from '../../src/media';
import type { CloudAdapter, CloudRequest, CloudWord } from '../../src/telephony/infrastructure/cloud/adapter';
import { hashOf } from '../../src/telephony/infrastructure/cloud/cloud-leg-store';
import { CloudStack } from '../../src/telephony/infrastructure/cloud/cloud-stack';
import type { HeldLeg } from '../../src/telephony/infrastructure/cloud/held-leg';

export const ORIGIN = 'https://voice.example';
export const [LEG, OVER, OTHERS, INBOUND] = ['l', 'o', 'p', 'i'].map((letter) => letter.repeat(43)) as [
  string,
  string,
  string,
  string,
];
const xml = (body: string) => ({ contentType: 'text/xml', body });

/** A carrier that asks by GET what to do, and whose secret is the header `x-right`. */
function carrier(seen: CloudRequest[]): CloudAdapter {
  return {
    kind: 'plivo',
    statusUpdates: 'realtime',
    defaultBaseUrl: 'http://127.0.0.1:9',
    login: () => ({ user: '', password: '' }),
    looksPerMinute: null,
    refusal: () => null,
    rest: () => ({
      credentials: () => Promise.resolve(),
      dial: () => Promise.resolve('C1'),
      joinTwo: () => Promise.reject(new Error('not asked')),
      lookUpTwo: () => Promise.reject(new Error('not asked')),
      lookUp: () => Promise.reject(new Error('not asked')),
      find: () => Promise.resolve([]),
      hangUp: () => Promise.resolve(),
      cancel: () => Promise.resolve(false),
      recording: () => Promise.resolve(null),
    }),
    asks: new Map([
      ['status', 'POST'],
      ['answer', 'GET'],
      ['recording', 'POST'],
      ['inbound', 'GET'],
      ['media', 'socket'],
    ]),
    form: (body) => [...new URLSearchParams(body)],
    authentic: (request) => {
      seen.push(request);
      return request.headers.get('x-right') === 'yes';
    },
    read: (fields) => ({
      carrierId: fields.get('id') ?? '',
      event: null,
      said: fields.get('by') ?? '',
      state: fields.has('over') ? 'ended' : 'ringing',
    }),
    readJoined: () => null,
    handOver: null,
    join: () => xml('join'),
    arrival: (fields) => {
      const called = fields.get('to');
      return called === undefined ? null : { carrierId: 'C2', called, caller: null };
    },
    connect: (mediaUrl) => xml(`connect ${mediaUrl}`),
    reject: xml('reject'),
    noted: xml('noted'),
    stream: { chunkFrames: 1, read: () => null, audio: () => '', clear: () => '' },
  };
}

/** A stack with one trunk, a leg that this process holds, one that is over and one of another process. */
export async function cloudStackStage(allow: readonly string[] | null = null) {
  const seen: CloudRequest[] = [];
  const words: CloudWord[] = [];
  const refused: string[] = [];
  const announced: string[] = [];
  const sockets: WebSocket[] = [];
  const legs = new Map([
    [LEG, { id: 'leg', trunkId: 't', isOver: false }],
    [OVER, { id: 'over', trunkId: 't', isOver: true }],
    [OTHERS, { id: 'others', trunkId: 't', isOver: false }],
  ]);
  const stack = new CloudStack({
    adapters: [carrier(seen)],
    host: '127.0.0.1',
    port: 0,
    origin: ORIGIN,
    media: {} as MediaLegs,
    legs: {
      byToken: (hash: Buffer) =>
        Promise.resolve([...legs].find(([token]) => hashOf(token).equals(hash))?.[1]),
    },
    now: () => new Date(0),
    announced: (legId) => {
      announced.push(legId);
      return Promise.resolve();
    },
    mayLook: () => Promise.resolve(true),
    refused: (kind) => refused.push(kind),
  });
  const settings = { baseUrl: 'http://127.0.0.1:9', options: new Map<string, string>(), allow };
  await stack.sync([{ id: 't', name: 't', kind: 'plivo', settings, inboundToken: INBOUND }]);
  stack.onCall('plivo', {
    onInbound: (trunk, { called }) => Promise.resolve(xml(`${trunk.name} takes ${called}`)),
    onInboundStatus: (_trunk, word) => {
      words.push(word);
      return Promise.resolve();
    },
  });
  const held: HeldLeg & { wantsSocket: boolean } = {
    hear: (fields) => {
      words.push({
        carrierId: fields.get('id') ?? '',
        state: 'ringing',
        event: null,
        said: fields.get('by') ?? '',
      });
      return Promise.resolve();
    },
    whatToDo: () => (held.wantsSocket ? xml('join them') : null),
    wantsSocket: true,
    connect: (socket) => {
      sockets.push(socket);
      held.wantsSocket = false;
    },
  };
  stack.hold('leg', held);
  const here = `127.0.0.1:${stack.port ?? 0}/telephony/plivo`;
  const ask = async (path: string, method = 'GET', body?: string) => {
    const headers = { 'x-right': 'yes', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`http://${here}${path}`, { method, headers, ...(body && { body }) });
    return [answer.status, await answer.text()];
  };
  return { stack, seen, words, refused, announced, sockets, held, here, ask };
}
