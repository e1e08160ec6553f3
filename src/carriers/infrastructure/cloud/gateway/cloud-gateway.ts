import type { WebSocket } from 'ws';
import type { MediaLegs } from '../../../../media';
import type { LegRepository, TrunkHealthStatus } from '../../../../trunks';
import type {
  CloudAdapter,
  InboundCallback,
  CallbackResponse,
  CallbackKind,
  CloudCallStatus,
} from '../adapter';
import { CloudTrunk, type AcquireQuota } from '../cloud-trunk';
import { CallbackAuthenticity, isAllowed } from './callback-authenticity';
import { type CallbackTarget, CallbackTargets } from './callback-targets';
import { CloudTrunkPool, type StoredOfKind } from './cloud-trunk-pool';
import type { CallbackHandler } from './callback-handler';
import { CallbackPort } from './callback-port';
import type { CallbackRequest } from './callback-request';
import type { AdmitLive, CallbackReceiver, CallbackRejection } from './callback-server';

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
  /** The variable of the process's other port with this number; null: there is none. */
  readonly portTaker: string | null;
  /** null: carriers cannot reach this process. */
  readonly origin: string | null;
  readonly media: MediaLegs;
  readonly legs: Pick<LegRepository, 'byToken'>;
  readonly now: () => Date;
  /** Resolves when that is stored. */
  readonly onRecordingReady: (legId: string) => Promise<void>;
  readonly acquireQuota: AcquireQuota;
  /** With MEDIA_PORT=0 the system chose the port. */
  readonly onOpened?: (port: number) => void;
  readonly onRefused: (kind: string) => void;
}

interface RegisteredHandler {
  readonly handler: CallbackHandler;
  readonly flushed: () => Promise<void>;
}

/** The cloud trunks of this process, and its server for carriers, which opens with the first trunk. */
export class CloudGateway implements CallbackReceiver {
  readonly #trunks: CloudTrunkPool;
  readonly #targets: CallbackTargets;
  readonly #authenticity: CallbackAuthenticity;
  readonly #handlers = new Map<string, RegisteredHandler>();
  readonly #inboundHandlers = new Map<string, InboundCallbackHandler>();
  readonly #port: CallbackPort;
  #admitLive: AdmitLive = () => Promise.resolve(null);

  constructor(private readonly options: CloudGatewayOptions) {
    const { origin, now, acquireQuota, legs } = options;
    this.#port = new CallbackPort({ ...options, receiver: this });
    const nowMs = () => now().getTime();
    this.#trunks = new CloudTrunkPool((kind, stored) => {
      const adapter = this.#adapterOf(kind);
      return adapter ? new CloudTrunk(stored, adapter, nowMs, acquireQuota) : null;
    }, nowMs);
    this.#targets = new CallbackTargets(this.#trunks, legs, now);
    this.#authenticity = new CallbackAuthenticity(origin);
  }

  get media(): MediaLegs {
    return this.options.media;
  }

  /** null while it is not open. */
  get port(): number | null {
    return this.#port.number;
  }

  trunk(id: string): CloudTrunk | undefined {
    return this.#trunks.enabled.get(id);
  }

  trunkOfAnyState(id: string): CloudTrunk | undefined {
    return this.#trunks.trunkOfAnyState(id);
  }

  health(id: string): TrunkHealthStatus {
    const trunk = this.trunk(id);
    const reason = this.#port.problem ?? trunk?.problemAt(this.options.origin) ?? null;
    if (reason !== null) return { state: 'down', reason };
    return trunk?.health ?? { state: 'unknown', reason: null };
  }

  onCall(kind: string, handler: InboundCallbackHandler): void {
    this.#inboundHandlers.set(kind, handler);
  }

  /**
   * Routes callbacks and streams with the leg's token to the handler.
   * @param flushed resolves when the events of the call so far are stored
   */
  register(legId: string, handler: CallbackHandler, flushed: () => Promise<void>): void {
    this.#handlers.set(legId, { handler, flushed });
  }

  unregister(legId: string): void {
    this.#handlers.delete(legId);
  }

  /** null: carriers cannot reach this process. */
  address(kind: string, token: string, callbackKind: CallbackKind): string | null {
    const { origin } = this.options;
    if (origin === null) return null;
    const from = callbackKind === 'media' ? origin.replace(/^http/, 'ws') : origin;
    return `${from}/telephony/${kind}/${token}/${callbackKind}`;
  }

  /** null: carriers cannot reach this process. */
  addresses<Kind extends CallbackKind>(
    kind: string,
    token: string,
    kinds: readonly Kind[],
  ): Readonly<Record<Kind, string>> | null {
    if (this.options.origin === null) return null;
    const found = kinds.map((each) => [each, this.address(kind, token, each)] as const);
    return Object.fromEntries(found) as Record<Kind, string>;
  }

  onLive(admit: AdmitLive): void {
    this.#admitLive = admit;
  }

  /** Opens the port also without a trunk. A port in use is tried again at the next call. */
  openForLive(): Promise<void> {
    return this.#port.ensureOpen();
  }

  admitLive(path: string, token: string): ReturnType<AdmitLive> {
    return this.#admitLive(path, token);
  }

  /** Calls continue. @param disabled trunks with running calls, also of other processes */
  async sync(stored: readonly StoredOfKind[], disabled: readonly StoredOfKind[] = []): Promise<void> {
    if (stored.length > 0) await this.#port.ensureOpen();
    this.#trunks.sync(stored, disabled);
    for (const trunk of this.#trunks.enabled.values()) void trunk.verify();
  }

  async close(): Promise<void> {
    await this.#port.close();
    this.#trunks.close();
  }

  method(kind: string, callbackKind: string): 'GET' | 'POST' | 'socket' | null {
    return this.#adapterOf(kind)?.callbacks.get(callbackKind as CallbackKind) ?? null;
  }

  async authorize({
    kind,
    token,
    callbackKind,
    address,
  }: CallbackRequest): Promise<CallbackTarget | CallbackRejection> {
    const known = callbackKind === INBOUND ? this.#targets.trunkOf(token) : await this.#targets.legOf(token);
    if (known?.trunk.adapter.kind !== kind) return 'not_found';
    return known.settings.some((version) => isAllowed(address, version)) ? known : 'not_found';
  }

  async receive(
    target: CallbackTarget,
    callback: CallbackRequest,
    body: string,
  ): Promise<CallbackResponse | CallbackRejection> {
    const { trunk, legId, isOver } = target;
    const { adapter } = trunk;
    const form = adapter.parseBody(body);
    if (!this.#authenticity.isAuthentic(target, callback, form)) return 'not_found';
    const fields = new Map([...new URLSearchParams(callback.query), ...form]);
    if (legId === null) {
      const present = { ...target, settings: [trunk.stored.settings] };
      return this.#onInboundCall(
        trunk,
        fields,
        !isOver && this.#authenticity.isAuthentic(present, callback, form),
      );
    }
    if (callback.callbackKind === 'recording') {
      // The API has the recording's address.
      await this.options.onRecordingReady(legId);
      return adapter.acknowledgement;
    }
    const registered = this.#handlers.get(legId);
    // The leg's final state is already stored.
    if (!registered && !isOver) return 'retry_later';
    registered?.handler.onCallback(fields);
    await registered?.flushed();
    if (callback.callbackKind !== 'answer' && callback.callbackKind !== 'next')
      return adapter.acknowledgement;
    const done = callback.callbackKind === 'answer' ? adapter.rejectResponse : adapter.acknowledgement;
    return (await registered?.handler.nextInstruction(callback.callbackKind)) ?? done;
  }

  acceptStream(
    target: CallbackTarget,
    callback: CallbackRequest,
    open: () => WebSocket | null,
  ): CallbackRejection | 'taken' {
    if (!this.#authenticity.isAuthentic(target, callback, [])) return 'not_found';
    const { legId } = target;
    const handler = legId === null ? undefined : this.#handlers.get(legId)?.handler;
    if (!handler?.acceptsStream) return 'not_found';
    const socket = open();
    if (!socket) return 'not_found';
    handler.attachStream(socket);
    return 'taken';
  }

  onRefused(kind: string): void {
    this.options.onRefused(this.#adapterOf(kind)?.kind ?? 'unknown');
  }

  async #onInboundCall(
    trunk: CloudTrunk,
    fields: ReadonlyMap<string, string>,
    acceptsCalls: boolean,
  ): Promise<CallbackResponse | CallbackRejection> {
    const { adapter } = trunk;
    const arrival = adapter.parseInbound(fields);
    const handler = this.#inboundHandlers.get(adapter.kind);
    const status = arrival ? null : adapter.parseStatus(fields);
    if (status?.state === 'ended') {
      await handler?.onInboundStatus(trunk, status);
      return adapter.acknowledgement;
    }
    if (!acceptsCalls) return 'not_found';
    return arrival && handler ? handler.onInbound(trunk, arrival) : adapter.rejectResponse;
  }

  #adapterOf(kind: string): CloudAdapter | undefined {
    return this.options.adapters.find((adapter) => adapter.kind === kind);
  }
}
