import type { WebSocket } from 'ws';
import type { MediaLegs } from '../../../../media';
import { inNetworks } from '../../../../sip';
import type { LegRepository, TrunkHealthStatus } from '../../../../trunks';
import type {
  CloudAdapter,
  InboundCallback,
  CallbackResponse,
  SignedRequest,
  CallbackKind,
  CloudCallStatus,
  Pairs,
} from '../adapter';
import { CloudTrunk, type AcquireQuota } from '../cloud-trunk';
import { type CallbackTarget, CallbackTargets } from './callback-targets';
import { CloudTrunkPool, type StoredOfKind } from './cloud-trunk-pool';
import type { CallbackHandler } from './callback-handler';
import {
  type AdmitLive,
  CallbackServer,
  type CallbackRejection,
  type CallbackRequest,
  type CallbackReceiver,
} from './callback-server';

/** The only address of a trunk; others are of a leg. */
const INBOUND: CallbackKind = 'inbound';

export interface InboundCallbackHandler {
  onInbound(trunk: CloudTrunk, arrival: InboundCallback): Promise<CallbackResponse>;
  /** The end of an inbound call, at the trunk's address. Resolves when it is stored. */
  onInboundStatus(trunk: CloudTrunk, status: CloudCallStatus): Promise<void>;
}

export interface CloudGatewayOptions {
  readonly adapters: readonly CloudAdapter[];
  readonly host: string;
  readonly port: number;
  /** null: carriers cannot reach this process. */
  readonly origin: string | null;
  readonly media: MediaLegs;
  readonly legs: Pick<LegRepository, 'byToken'>;
  readonly now: () => Date;
  /** Resolves when that is stored. */
  readonly onRecordingReady: (legId: string) => Promise<void>;
  readonly acquireQuota: AcquireQuota;
  /** With MEDIA_PORT=0 the system chose the port. */
  readonly opened?: (port: number) => void;
  readonly refused: (kind: string) => void;
}

/** The cloud trunks of this process, and its server for carriers, which opens with the first trunk. */
export class CloudGateway implements CallbackReceiver {
  readonly #trunks: CloudTrunkPool;
  readonly #targets: CallbackTargets;
  readonly #handlers = new Map<string, CallbackHandler>();
  readonly #takers = new Map<string, InboundCallbackHandler>();
  #server: CallbackServer | null = null;
  #opening: Promise<void> | null = null;
  #problem: string | null = null;
  #admitLive: AdmitLive = () => Promise.resolve(null);

  constructor(private readonly options: CloudGatewayOptions) {
    const { now, acquireQuota, legs } = options;
    this.#trunks = new CloudTrunkPool((kind, stored) => {
      const adapter = this.#adapterOf(kind);
      return adapter ? new CloudTrunk(stored, adapter, () => now().getTime(), acquireQuota) : null;
    });
    this.#targets = new CallbackTargets(this.#trunks, legs, now);
  }

  get media(): MediaLegs {
    return this.options.media;
  }

  /** null while it is not open. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  trunk(id: string): CloudTrunk | undefined {
    return this.#trunks.enabled.get(id);
  }

  trunkOfAnyState(id: string): CloudTrunk | undefined {
    return this.#trunks.trunkOfAnyState(id);
  }

  health(id: string): TrunkHealthStatus {
    if (this.#problem !== null) return { state: 'down', reason: this.#problem };
    const trunk = this.trunk(id);
    const reason = trunk?.problemAt(this.options.origin) ?? null;
    if (reason !== null) return { state: 'down', reason };
    return trunk?.health ?? { state: 'unknown', reason: null };
  }

  onCall(kind: string, taker: InboundCallbackHandler): void {
    this.#takers.set(kind, taker);
  }

  /** Routes callbacks and streams with the leg's token to the handler. */
  register(legId: string, leg: CallbackHandler): void {
    this.#handlers.set(legId, leg);
  }

  unregister(legId: string): void {
    this.#handlers.delete(legId);
  }

  /** null: carriers cannot reach this process. */
  address(kind: string, token: string, what: CallbackKind): string | null {
    const { origin } = this.options;
    if (origin === null) return null;
    const from = what === 'media' ? origin.replace(/^http/, 'ws') : origin;
    return `${from}/telephony/${kind}/${token}/${what}`;
  }

  /** null: carriers cannot reach this process. */
  addresses<What extends CallbackKind>(
    kind: string,
    token: string,
    whats: readonly What[],
  ): Readonly<Record<What, string>> | null {
    if (this.options.origin === null) return null;
    const found = whats.map((what) => [what, this.address(kind, token, what)] as const);
    return Object.fromEntries(found) as Record<What, string>;
  }

  onLive(admit: AdmitLive): void {
    this.#admitLive = admit;
  }

  /** Without a trunk, too. A port in use is tried again at the next call. */
  async openForLive(): Promise<void> {
    await this.#ensureOpen();
  }

  admitLive(path: string, token: string): ReturnType<AdmitLive> {
    return this.#admitLive(path, token);
  }

  /** Calls continue. @param disabled trunks with running calls, also of other processes */
  async sync(stored: readonly StoredOfKind[], disabled: readonly StoredOfKind[] = []): Promise<void> {
    if (stored.length > 0) await this.#ensureOpen();
    this.#trunks.sync(stored, disabled);
    for (const trunk of this.#trunks.enabled.values()) void trunk.verify();
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
    this.#trunks.close();
  }

  method(kind: string, what: string): 'GET' | 'POST' | 'socket' | null {
    return this.#adapterOf(kind)?.callbacks.get(what as CallbackKind) ?? null;
  }

  async authorize({
    kind,
    token,
    callbackKind: what,
    address,
  }: CallbackRequest): Promise<CallbackTarget | CallbackRejection> {
    const known = what === INBOUND ? this.#targets.trunkOf(token) : await this.#targets.legOf(token);
    if (known?.trunk.adapter.kind !== kind) return 'not_found';
    const { allow } = known.trunk.stored.settings;
    return allow === null || inNetworks(address, allow) ? known : 'not_found';
  }

  async receive(
    { trunk, legId, isOver }: CallbackTarget,
    visit: CallbackRequest,
    body: string,
  ): Promise<CallbackResponse | CallbackRejection> {
    const { adapter } = trunk;
    const form = adapter.parseBody(body);
    if (!adapter.isAuthentic(this.#request(visit, form), trunk.stored.settings)) return 'not_found';
    const fields = new Map([...new URLSearchParams(visit.query), ...form]);
    if (legId === null) return this.#arrived(trunk, fields);
    if (visit.callbackKind === 'recording') {
      // The API has the recording's address.
      await this.options.onRecordingReady(legId);
      return adapter.acknowledgement;
    }
    const handler = this.#handlers.get(legId);
    // The leg's final state is already stored.
    if (!handler && !isOver) return 'retry_later';
    await handler?.onCallback(fields);
    if (visit.callbackKind !== 'answer' && visit.callbackKind !== 'next') return adapter.acknowledgement;
    const done = visit.callbackKind === 'answer' ? adapter.rejectResponse : adapter.acknowledgement;
    return (await handler?.nextInstruction(visit.callbackKind)) ?? done;
  }

  acceptStream(
    { trunk, legId }: CallbackTarget,
    visit: CallbackRequest,
    open: () => WebSocket | null,
  ): CallbackRejection | 'taken' {
    if (!trunk.adapter.isAuthentic(this.#request(visit, []), trunk.stored.settings)) return 'not_found';
    const handler = legId === null ? undefined : this.#handlers.get(legId);
    if (!handler?.acceptsStream) return 'not_found';
    const socket = open();
    if (!socket) return 'not_found';
    handler.attachStream(socket);
    return 'taken';
  }

  refused(kind: string): void {
    this.options.refused(this.#adapterOf(kind)?.kind ?? 'unknown');
  }

  async #arrived(
    trunk: CloudTrunk,
    fields: ReadonlyMap<string, string>,
  ): Promise<CallbackResponse | CallbackRejection> {
    const { adapter } = trunk;
    const arrival = adapter.parseInbound(fields);
    const taker = this.#takers.get(adapter.kind);
    if (arrival && taker) return taker.onInbound(trunk, arrival);
    const status = adapter.parseStatus(fields);
    if (status?.state !== 'ended') return adapter.rejectResponse;
    await taker?.onInboundStatus(trunk, status);
    return adapter.acknowledgement;
  }

  #request({ path, headers, callbackKind: what }: CallbackRequest, form: Pairs): SignedRequest {
    const origin = this.options.origin ?? '';
    const from = what === 'media' ? origin.replace(/^http/, 'ws') : origin;
    return { kind: what as CallbackKind, url: `${from}${path}`, headers, form };
  }

  #adapterOf(kind: string): CloudAdapter | undefined {
    return this.options.adapters.find((adapter) => adapter.kind === kind);
  }

  /** Trunks and live audio may need the port at the same moment. */
  async #ensureOpen(): Promise<void> {
    if (this.#server) return;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  /** A port in use is tried again at the next sync. */
  async #open(): Promise<void> {
    const { host, port } = this.options;
    try {
      this.#server = await CallbackServer.open(host, port, this);
      this.#problem = null;
      this.options.opened?.(this.#server.port);
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      this.#problem =
        code === 'EADDRINUSE' ? `port ${port} is in use` : `port ${port} cannot be opened (${code})`;
    }
  }
}
