import { createHash } from 'node:crypto';
import type { CallFailure, CallOptions, Provisional } from '../../../src/sip/application/call-outcome';
import type { IncomingCall } from '../../../src/sip/application/incoming-call';
import type { OutgoingCall } from '../../../src/sip/application/outgoing-call';
import type { Session } from '../../../src/sip/application/session';
import type { SessionEnd } from '../../../src/sip/application/session-types';
import type { TraceEvent, UserAgentSettings } from '../../../src/sip/application/settings';
import { UserAgent, type UserAgentHooks } from '../../../src/sip/application/user-agent';
import type { RemoteAudio } from '../../../src/sip/domain/audio';
import {
  type SipMessage,
  type SipRequest,
  type SipResponse,
  parseMessage,
} from '../../../src/sip/domain/message';
import { PRIVATE_NETWORKS } from '../../../src/sip/domain/networks';
import {
  type Flow,
  type ResolvedHop,
  RFC_TIMES,
  type Target,
  type Transport,
  type TransportName,
  Unreachable,
  type UnreachableWhy,
} from '../../../src/sip/domain/ports';
import { type AnswerParts, AUDIO, nameOf, PEER, responseText, SDP } from './sip-texts';
import { FakeFlow } from './fake-flow';
import { VirtualClock, settle } from './virtual-clock';

export interface Sent {
  readonly message: SipMessage;
  readonly at: number;
  readonly flow: FakeFlow;
}

export interface Placed {
  readonly call: OutgoingCall;
  session?: Session;
  audio?: RemoteAudio;
  failure?: CallFailure;
  readonly provisional: Provisional[];
  readonly ends: SessionEnd[];
  readonly audios: RemoteAudio[];
}

/** One user agent on a virtual clock; the test is the network and the far side. */
export class UserAgentDriver {
  readonly clock = new VirtualClock();
  readonly sent: Sent[] = [];
  readonly dropped: string[] = [];
  readonly trace: TraceEvent[] = [];
  readonly incoming: IncomingCall[] = [];
  readonly warnings: string[] = [];
  readonly refusing = new Map<string, UnreachableWhy>();
  names = new Map<string, string>();
  /** By transport and host, in the place of SRV records. */
  readonly servers = new Map<string, ResolvedHop[]>();
  readonly flows: FakeFlow[] = [];
  random = 0.5;
  lookUp = (host: string): Promise<readonly string[]> => {
    const address = this.names.get(host);
    return address === undefined
      ? Promise.reject(new Unreachable('resolve', host))
      : Promise.resolve([address]);
  };
  known = (address: string): boolean => address.startsWith('192.0.2.');
  readonly userAgent: UserAgent;
  #taken = 0;
  #hex = 0;

  constructor(hooks: Partial<UserAgentHooks> = {}, settings: Partial<UserAgentSettings> = {}) {
    const transports = {
      udp: this.#transport('udp'),
      tcp: this.#transport('tcp'),
      tls: this.#transport('tls'),
    };
    this.userAgent = new UserAgent({
      runtime: {
        timers: this.clock,
        random: () => this.random,
        randomHex: (octets) => (++this.#hex).toString(16).padStart(2 * octets, '0'),
        hash: (algorithm, octets) =>
          createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
            .update(octets, 'latin1')
            .digest('hex'),
        warn: (context, message) =>
          this.warnings.push(
            `${message}: ${JSON.stringify(context, (_key, value) => (value instanceof Error ? value.stack : value))}`,
          ),
      },
      settings: {
        publicAddress: null,
        localNetworks: PRIVATE_NETWORKS,
        product: null,
        times: RFC_TIMES,
        silentMs: 4_000,
        ...settings,
      },
      hooks: {
        known: (address) => this.known(address),
        incoming: (call) => this.incoming.push(call),
        trace: (event) => this.trace.push(event),
        onDropped: (reason) => this.dropped.push(reason),
        ...hooks,
      },
      transports,
      lookUp: async (host, transport) =>
        (transport === null ? undefined : this.servers.get(`${transport} ${host}`)) ??
        (await this.lookUp(host)).map((address) => ({ address, port: null })),
    });
  }

  /** A way to the user agent from somewhere. */
  flow(target: Target = PEER, inbound = false): FakeFlow {
    const { transport, address, port } = target;
    const open = this.flows.find(
      (own) =>
        own.open && own.transport === transport && own.remote.address === address && own.remote.port === port,
    );
    if (open) return open;
    const flow = new FakeFlow(this, transport, { address, port }, inbound);
    this.flows.push(flow);
    return flow;
  }

  outgoing(octets: string, flow: FakeFlow): void {
    const { message, fault } = parseMessage(octets);
    // These have the headers of what they answer, malformed as they are.
    const echo = message?.kind === 'response' && [400, 505].includes(message.status);
    if (message === null || (fault !== null && !echo))
      throw new Error(`we sent nonsense: ${fault?.reason ?? ''}\n${octets}`);
    this.sent.push({ message, at: this.clock.now(), flow });
  }

  async receive(octets: string, flow: Flow = this.flow()): Promise<void> {
    this.userAgent.onReceived(octets, flow);
    await settle();
  }

  /** What was sent since the last call, as `INVITE` or `200 INVITE`. */
  newMessages(): string[] {
    const newMessages = this.sent.slice(this.#taken).map(({ message }) => nameOf(message));
    this.#taken = this.sent.length;
    return newMessages;
  }

  /** The last request of the method that was sent. */
  request(method: string): SipRequest {
    const found = this.sent
      .map(({ message }) => message)
      .filter((own) => own.kind === 'request' && own.method === method);
    const last = found.at(-1);
    if (last?.kind !== 'request')
      throw new Error(`no ${method} was sent: ${this.sent.map((own) => nameOf(own.message)).join()}`);
    return last;
  }

  response(): SipResponse {
    const found = this.sent.map(({ message }) => message).filter((own) => own.kind === 'response');
    const last = found.at(-1);
    if (last?.kind !== 'response') throw new Error('no response was sent');
    return last;
  }

  /** Answers a request of the user agent. */
  async answer(
    request: SipRequest,
    status: number,
    { tag = 'far', ...rest }: AnswerParts = {},
  ): Promise<void> {
    await this.receive(responseText(request, status, { tag, ...rest }), rest.flow ?? this.flow());
  }

  /** Places a call; nothing was sent yet. */
  place(options: Partial<CallOptions> = {}): Placed {
    const placed: Omit<Placed, 'call'> = { provisional: [], ends: [], audios: [] };
    const call = this.userAgent.call(
      {
        targets: [PEER],
        peer: {},
        requestUri: 'sip:+911@example.com',
        contact: 'us',
        from: { uri: 'sip:+912@example.com' },
        to: { uri: 'sip:+911@example.com' },
        audio: AUDIO,
        ...options,
      },
      {
        provisional: (own) => placed.provisional.push(own),
        onAnswered: (session, audio) => {
          Object.assign(placed, { session, audio });
          session.listen({
            onEnded: (end) => placed.ends.push(end),
            audio: (own) => placed.audios.push(own),
          });
        },
        onFailed: (failure) => Object.assign(placed, { failure }),
      },
    );
    return Object.assign(placed, { call });
  }

  /** A call whose INVITE was sent. */
  async calling(options: Partial<CallOptions> = {}): Promise<{ placed: Placed; invite: SipRequest }> {
    const placed = this.place(options);
    await settle();
    return { placed, invite: this.request('INVITE') };
  }

  /** A call that was answered, and its ACK sent. */
  async talking(
    options: Partial<CallOptions> = {},
    parts: AnswerParts = {},
  ): Promise<Placed & { session: Session }> {
    const { placed, invite } = await this.calling(options);
    await this.answer(invite, 200, { body: SDP, ...parts });
    if (placed.session === undefined) throw new Error('the call was not answered');
    this.newMessages();
    return placed as Placed & { session: Session };
  }

  #transport(transport: TransportName): Transport {
    return {
      open: (target) => {
        const why = this.refusing.get(`${target.address}:${target.port}`);
        if (why !== undefined) return Promise.reject(new Unreachable(why, why));
        return Promise.resolve(this.flow({ ...target, transport }));
      },
      find: (target) =>
        this.flows.find(
          (own) =>
            own.open &&
            own.transport === transport &&
            own.remote.address === target.address &&
            own.remote.port === target.port,
        ),
      close: () => Promise.resolve(),
    };
  }
}
