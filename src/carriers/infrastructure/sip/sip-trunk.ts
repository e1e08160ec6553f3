import { type IncomingCall, Networks, type PeerSettings, type SipEndpoint, type Target } from '../../../sip';
import type { NumberInterpretation } from '../../domain/inbound';
import type { TrunkHealthStatus } from '../../../trunks';
import { interpretNumbers } from './inbound-numbers';
import { identitiesOf } from './inbound-identities';
import type { SipRoute } from './sip-route';
import {
  addressOfRecord,
  addressTlsOf,
  inviteOf,
  peerOf,
  serversOf,
  silenceTimeoutOf,
  type SipSettings,
} from './sip-settings';
import { HOUR_MS } from '../../../platform/kernel/time/durations';

/** Names of servers are resolved again: requests may come from their addresses. */
const RESOLVE_INTERVAL_MS = 60_000;
/** The addresses of a name that does not resolve any more count this long: DNS may fail for a while. */
const FORMER_MS = HOUR_MS;

/** A SIP trunk in this process, to a server or to registered phones. */
export interface OpenSipTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: SipSettings;
  readonly peer: PeerSettings;
  readonly health: TrunkHealthStatus;
  /** Whether requests from an address need no password. */
  acceptsRequestsOf(address: string): boolean;
  /** Each reading of caller and called number; none without a called number. */
  read(call: IncomingCall): NumberInterpretation[];
  targets(): Promise<readonly Target[]>;
  route(callerId: string): SipRoute;
  /** Never rejects. */
  unregister(): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** @param userOf who is called for a number */
export function routeOver(
  trunk: OpenSipTrunk,
  callerId: string,
  userOf: (number: string) => string,
): SipRoute {
  const { id, name, settings } = trunk;
  return {
    trunkId: id,
    trunkName: name,
    callerId,
    mediaSources: settings.mediaSources,
    keysByInfo: settings.dtmf === 'info',
    targets: () => trunk.targets(),
    invite: (number) => ({ ...inviteOf(settings, userOf(number), callerId), peer: trunk.peer }),
  };
}

/** A SIP trunk in this process: checked with OPTIONS, registered where necessary, and ready to be dialed. */
export class SipTrunk implements OpenSipTrunk {
  readonly #endpoint: SipEndpoint;
  readonly #stops: (() => void)[] = [];
  readonly #sources = new ServerSources();
  /** Each packet of a stranger is compared with those of all trunks. null: the servers count. */
  readonly #allow: Networks | null;
  #targets: readonly Target[] | null = null;
  #registration: ReturnType<SipEndpoint['userAgent']['register']> | null = null;

  constructor(
    readonly id: string,
    readonly name: string,
    readonly settings: SipSettings,
    endpoint: SipEndpoint,
    registers: boolean,
  ) {
    this.#endpoint = endpoint;
    this.#allow = settings.allow && new Networks(settings.allow);
    void this.#resolve();
    const timer = setInterval(() => void this.#resolve(), RESOLVE_INTERVAL_MS).unref();
    this.#stops.push(() => clearInterval(timer));
    this.#keepAlive();
    if (registers) this.register();
  }

  register(): void {
    const { settings } = this;
    if (!settings.register || settings.username === null || this.#registration !== null) return;
    this.#registration = this.#endpoint.userAgent.register({
      targets: () => this.targets(),
      peer: this.peer,
      registrar: `sip:${settings.domain}`,
      uri: addressOfRecord(settings),
      contact: settings.username,
      expires: settings.expiresSeconds,
    });
  }

  /** Never rejects. */
  async unregister(): Promise<void> {
    const registration = this.#registration;
    this.#registration = null;
    await registration?.stop();
  }

  get peer(): PeerSettings {
    return {
      ...peerOf(this.settings),
      ...this.#tls,
      name: this.name,
      isSource: (address) => this.acceptsRequestsOf(address),
    };
  }

  /** Within calls that came in, where a connection with common demands would fail. */
  get #tls(): Pick<PeerSettings, 'tls'> {
    const { settings } = this;
    const { transport, tlsVerify, tlsCa, tlsIdentity } = settings;
    if (transport !== 'tls' || (tlsVerify && tlsCa === null && tlsIdentity === null)) return {};
    return { tls: addressTlsOf(settings) };
  }

  get health(): TrunkHealthStatus {
    const registered = this.#registration?.state;
    if (registered && !registered.registered) {
      const { status, reason } = registered;
      return { state: 'down', reason: `not registered: ${status === null ? '' : `${status} `}${reason}` };
    }
    if (this.#targets === null) return { state: 'unknown', reason: null };
    if (this.#targets.length === 0) return { state: 'down', reason: 'the name of no server resolves' };
    const { health } = this.#endpoint.userAgent;
    const state = health.stateOf(this.#targets, silenceTimeoutOf(this.settings));
    if (state !== 'down') return { state, reason: null };
    const fault = health.tlsFaultOf(this.#targets);
    return { state, reason: fault === null ? 'no server answers' : `no server answers: ${fault}` };
  }

  /** The targets in order. Names that do not resolve are left out. */
  targets(): Promise<readonly Target[]> {
    return this.#endpoint.resolver.targets(serversOf(this.settings));
  }

  /** Whether an address is one of the sources that the operator named, else one of the servers. */
  acceptsRequestsOf(address: string): boolean {
    if (this.#allow !== null) return this.#allow.has(address);
    return this.#sources.has(address) || (this.#targets?.some((one) => one.address === address) ?? false);
  }

  read(call: IncomingCall): NumberInterpretation[] {
    return interpretNumbers(identitiesOf(call), this.settings).map((read) => ({ trunkId: this.id, ...read }));
  }

  route(callerId: string): SipRoute {
    return routeOver(this, callerId, (number) => number);
  }

  /** Never rejects. */
  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.unregister();
  }

  async #resolve(): Promise<void> {
    const targets = await Promise.all(
      serversOf(this.settings).map(async (server) => {
        const found = await this.#endpoint.resolver.targets([server]);
        this.#sources.update(server.server, found);
        return found;
      }),
    );
    this.#targets = targets.flat();
  }

  #keepAlive(): void {
    const { keepAliveSeconds, domain } = this.settings;
    if (keepAliveSeconds === 0) return;
    const keepAlive = this.#endpoint.userAgent.keepAlive({
      targets: () => this.targets(),
      peer: this.peer,
      everyMs: keepAliveSeconds * 1_000,
      uri: `sip:${domain}`,
      round: (targets) => {
        this.#targets = targets;
      },
    });
    this.#stops.push(() => keepAlive.stop());
  }
}

interface Found {
  readonly targets: readonly Target[];
  readonly atMs: number;
}

/** The addresses of a trunk's servers, from which its requests come. */
class ServerSources {
  readonly #found = new Map<string, Found>();

  /** @param targets none: the server does not resolve now */
  update(server: string, targets: readonly Target[]): void {
    const nowMs = performance.now();
    const before = this.#found.get(server);
    if (targets.length > 0) this.#found.set(server, { targets, atMs: nowMs });
    else if (before && nowMs - before.atMs > FORMER_MS) this.#found.delete(server);
  }

  has(address: string): boolean {
    for (const { targets } of this.#found.values()) {
      if (targets.some((target) => target.address === address)) return true;
    }
    return false;
  }
}
