import { TimerGroup } from '../../platform/kernel/time/timer-group';
import type { DialogRecord } from '../domain/dialog';
import { type SipMessage, type SipRequest, type SipResponse, writeMessage } from '../domain/message';
import { Networks } from '../domain/networks';
import {
  type Endpoint,
  type Flow,
  type Runtime,
  type Target,
  type Transport,
  type TransportName,
  Unreachable,
} from '../domain/ports';
import { textOf } from '../domain/scanner';
import { TargetHealth, targetKey } from '../domain/target-health';
import { escapeUser } from '../domain/uri';
import { Authenticator } from './authenticator';
import {
  type ClientTransaction,
  type ClientTransactionListener,
  withStatusListener,
} from './client-transaction';
import { type LookUp, nextHop } from './next-hop';
import type { DialogUser } from './dialog-user';
import type { CoreHooks, PeerSettings, TraceEvent, UserAgentSettings } from './settings';
import { TransactionLayer } from './transaction-layer';

export type RequestOutcome =
  | { readonly kind: 'response'; readonly response: SipResponse }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly error: Unreachable };

export interface PhoneRegistrar {
  accepts(address: string): boolean;
  flowTo(user: string, contact: string): Flow | undefined;
  close(): void;
}

export interface Outgoing {
  readonly target: Target;
  readonly peer: PeerSettings;
  readonly contact?: string;
  readonly branch?: string;
}

/** Shares transports, transactions and the health of targets among calls, registrations and the user agent. */
export class Core {
  readonly layer: TransactionLayer;
  readonly health: TargetHealth;
  #registrar: PhoneRegistrar | null = null;
  readonly sessions = new Map<string, DialogUser>();
  readonly runtime: Runtime;
  readonly #timers: TimerGroup;
  readonly #localNetworks: Networks;

  constructor(
    runtime: Runtime,
    readonly settings: UserAgentSettings,
    readonly hooks: CoreHooks,
    readonly transports: Readonly<Record<TransportName, Transport>>,
    readonly lookUp: LookUp,
  ) {
    this.#timers = new TimerGroup(runtime.timers);
    this.#localNetworks = new Networks(settings.localNetworks);
    this.runtime = { ...runtime, timers: this.#timers };
    this.health = new TargetHealth(() => runtime.timers.now());
    this.layer = new TransactionLayer({
      times: settings.times,
      timers: this.#timers,
      send: (message, flow) => this.send(message, flow),
      open: (target) => this.transports[target.transport].open(target),
      isPeer: (address) => hooks.known(address),
      isDead: (flow, method, sentAtMs) => this.health.isDead(flow, method, sentAtMs),
    });
  }

  /** Sources of its phones are known, too. */
  attach(registrar: PhoneRegistrar): void {
    this.#registrar = registrar;
  }

  /** May send requests outside dialogs. */
  knows(address: string): boolean {
    return this.hooks.known(address) || (this.#registrar?.accepts(address) ?? false);
  }

  /** @throws Unreachable */
  open(target: Target): Promise<Flow> {
    this.health.add(targetKey(target));
    return this.transports[target.transport].open(target).catch((error: unknown) => {
      this.health.out(targetKey(target), error);
      throw error instanceof Unreachable ? error : new Unreachable('closed', String(error));
    });
  }

  send(message: SipMessage, flow: Flow): void {
    const octets = writeMessage(message);
    this.trace('sent', message, octets, flow);
    flow.send(octets);
  }

  /** Our address as the far side of the flow sees it. A peer's own setting counts for near addresses, too. */
  here(flow: Flow, { publicAddress }: PeerSettings): Endpoint {
    const isNear = this.#localNetworks.has(flow.remote.address);
    const usual = isNear ? null : this.settings.publicAddress;
    const address = publicAddress === undefined ? usual : publicAddress;
    return { address: address ?? flow.local.address, port: flow.local.port };
  }

  contact(flow: Flow, peer: PeerSettings, user: string): string {
    const { address, port } = this.here(flow, peer);
    const transport = flow.transport === 'udp' ? '' : `;transport=${flow.transport}`;
    return `<sip:${user === '' ? '' : `${escapeUser(user)}@`}${address}:${port}${transport}>`;
  }

  newBranch(): string {
    return `z9hG4bK${this.runtime.randomHex(12)}`;
  }

  newTag(): string {
    return this.runtime.randomHex(8);
  }

  /** Puts Via before the other headers, Contact and User-Agent after them. */
  address(request: SipRequest, flow: Flow, { peer, contact, branch = this.newBranch() }: Outgoing): void {
    const { address, port } = this.here(flow, peer);
    const via = `SIP/2.0/${flow.transport.toUpperCase()} ${address}:${port};branch=${branch};rport`;
    request.headers.unshift('via', via);
    if (contact !== undefined) request.headers.add('contact', this.contact(flow, peer, contact));
    if (this.settings.product !== null) request.headers.add('user-agent', this.settings.product);
  }

  startTransaction(
    request: SipRequest,
    flow: Flow,
    outgoing: Outgoing,
    user: ClientTransactionListener,
  ): ClientTransaction {
    this.address(request, flow, outgoing);
    const { onAnswered } = this.hooks;
    const onStatus = (status: number): void =>
      this.guard('onAnswered', () => onAnswered?.(outgoing.peer.name ?? null, request.method, status));
    const listener = onAnswered === undefined ? user : withStatusListener(user, onStatus);
    return this.layer.start(request, flow, listener);
  }

  /** Sends a request other than INVITE and answers challenges. `make` gives each try its own CSeq. Never rejects. */
  async request(make: () => SipRequest, outgoing: Outgoing, flow?: Flow): Promise<RequestOutcome> {
    const auth = new Authenticator(outgoing.peer.credentials, this.runtime);
    for (;;) {
      const request = make();
      for (const [name, value] of auth.lines) request.headers.add(name, value);
      const outcome = await this.#once(request, outgoing, flow);
      if (outcome.kind !== 'response' || !auth.answers(request, outcome.response)) return outcome;
    }
  }

  async #once(request: SipRequest, outgoing: Outgoing, given?: Flow): Promise<RequestOutcome> {
    try {
      const flow = given?.open ? given : await this.open(outgoing.target);
      return await new Promise((resolve) => {
        this.startTransaction(request, flow, outgoing, settles(resolve));
      });
    } catch (error) {
      return this.unreachable(error);
    }
  }

  unreachable(error: unknown): Extract<RequestOutcome, { kind: 'unreachable' }> {
    const own = error instanceof Unreachable ? error : new Unreachable('closed', String(error));
    return { kind: 'unreachable', error: own };
  }

  /** Sends the CANCEL with the Via of its INVITE. Never rejects. */
  async cancel(request: SipRequest, target: Target): Promise<RequestOutcome> {
    try {
      const flow = await this.open(target);
      return await new Promise((resolve) => {
        this.layer.start(request, flow, settles(resolve));
      });
    } catch (error) {
      return this.unreachable(error);
    }
  }

  /**
   * The dialog's own connection while it leads to the next hop, else the next hop, else the peer. @throws Unreachable
   */
  async flowOf(dialog: DialogRecord): Promise<Flow> {
    const { peer, remoteTarget } = dialog;
    const hop = await nextHop(dialog, this.lookUp);
    // A phone that lost its connection may have registered anew.
    const renewed = peer.registered && this.#registrar?.flowTo(peer.registered.user, remoteTarget);
    const existing = this.transports[peer.transport].find(peer) ?? renewed;
    const same = hop.transport === peer.transport && hop.address === peer.address;
    // An inbound connection comes from an arbitrary port.
    if (existing?.open && same && (existing.inbound || hop.port === peer.port)) return existing;
    try {
      return await this.open(hop);
    } catch (error) {
      if (existing?.open) return existing;
      if (targetKey(hop) === targetKey(peer)) throw error;
      return this.open(peer);
    }
  }

  abandon(): void {
    this.#registrar?.close();
    this.layer.abandon();
    this.#timers.stop();
  }

  trace(direction: TraceEvent['direction'], message: SipMessage, octets: string, flow: Flow): void {
    const { trace } = this.hooks;
    if (trace === undefined) return;
    const event: TraceEvent = {
      direction,
      transport: flow.transport,
      remote: `${flow.remote.address}:${flow.remote.port}`,
      callId: message.headers.get('call-id') ?? '',
      // Few messages are of a call that is traced.
      get text() {
        return textOf(octets);
      },
    };
    this.guard('trace', () => trace(event));
  }

  spawn(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => this.runtime.warn({ what, error }, 'work of the SIP user agent failed'));
  }

  guard(what: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.runtime.warn({ what, error }, 'a handler of the SIP user agent failed');
    }
  }
}

function settles(resolve: (outcome: RequestOutcome) => void): ClientTransactionListener {
  return {
    response: (response) => {
      if (response.status >= 200) resolve({ kind: 'response', response });
    },
    timeout: () => resolve({ kind: 'timeout' }),
    onFailed: (error) => resolve({ kind: 'unreachable', error }),
  };
}
