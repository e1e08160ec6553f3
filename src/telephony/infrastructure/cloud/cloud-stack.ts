import type { WebSocket } from 'ws';
import type { MediaLegs } from '../../../media';
import { inNetworks } from '../../../sip';
import type { LegRepository } from '../leg.repository';
import type {
  CloudAdapter,
  InboundCallback,
  CloudReply,
  CloudRequest,
  CloudWhat,
  CloudWord,
  Pairs,
} from './adapter';
import { hashOf } from './cloud-leg-store';
import type { CloudHealth } from './cloud-standing';
import { CloudTrunk, type MayLook } from './cloud-trunk';
import { CloudTrunkSet, type StoredOfKind } from './cloud-trunk-set';
import type { HeldLeg } from './held-leg';
import { MediaServer, type Refused, type Visit, type VisitTaker } from './media-server';

/** A token outlives its leg by this. */
const TOKEN_MS = 10 * 60_000;

/** The one address that is a trunk's, not a leg's. */
const INBOUND: CloudWhat = 'inbound';

/** Handles calls that come in over the trunks of a kind. */
export interface InboundCallbackHandler {
  onInbound(trunk: CloudTrunk, arrival: InboundCallback): Promise<CloudReply>;
  /** The carrier says at the same address that a call which came in is over. Resolves when it is stored. */
  onInboundStatus(trunk: CloudTrunk, word: CloudWord): Promise<void>;
}

export interface CloudStackParts {
  readonly adapters: readonly CloudAdapter[];
  readonly host: string;
  readonly port: number;
  /** Where carriers reach this process; null: nowhere. */
  readonly origin: string | null;
  /** The audio of this process. */
  readonly media: MediaLegs;
  readonly legs: Pick<LegRepository, 'byToken'>;
  readonly now: () => Date;
  /** The carrier has the recording of a leg. Resolves when that is stored. */
  readonly announced: (legId: string) => Promise<void>;
  readonly mayLook: MayLook;
  /** The server listens: with MEDIA_PORT=0 on a port that the system chose. */
  readonly opened?: (port: number) => void;
  /** A callback or socket was refused. */
  readonly refused: (kind: string) => void;
}

/** What a token leads to. */
interface Known {
  readonly trunk: CloudTrunk;
  /** null: the trunk's own address, for calls that come in. */
  readonly legId: string | null;
  readonly isOver: boolean;
}

/** The cloud trunks of this process, and where their carriers reach it. Nothing is open before there is a trunk. */
export class CloudStack implements VisitTaker {
  readonly #trunks: CloudTrunkSet;
  readonly #held = new Map<string, HeldLeg>();
  readonly #takers = new Map<string, InboundCallbackHandler>();
  #server: MediaServer | null = null;
  #problem: string | null = null;

  constructor(private readonly parts: CloudStackParts) {
    const { now, mayLook } = parts;
    this.#trunks = new CloudTrunkSet((kind, stored) => {
      const adapter = this.#adapterOf(kind);
      return adapter ? new CloudTrunk(stored, adapter, () => now().getTime(), mayLook) : null;
    });
  }

  get media(): MediaLegs {
    return this.parts.media;
  }

  /** Where the server listens; null while it is not open. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** A trunk that this process may dial over. */
  trunk(id: string): CloudTrunk | undefined {
    return this.#trunks.enabled.get(id);
  }

  /** A trunk whose calls may still go on. */
  everKnown(id: string): CloudTrunk | undefined {
    return this.#trunks.everKnown(id);
  }

  health(id: string): CloudHealth {
    if (this.#problem !== null) return { state: 'down', reason: this.#problem };
    const trunk = this.trunk(id);
    const reason = trunk?.problemAt(this.parts.origin) ?? null;
    if (reason !== null) return { state: 'down', reason };
    return trunk?.health ?? { state: 'unknown', reason: null };
  }

  /** Registers who takes calls that come in over the trunks of a kind. */
  onCall(kind: string, taker: InboundCallbackHandler): void {
    this.#takers.set(kind, taker);
  }

  /** Callbacks and sockets with the leg's token find it, until it is let go. */
  hold(legId: string, leg: HeldLeg): void {
    this.#held.set(legId, leg);
  }

  letGo(legId: string): void {
    this.#held.delete(legId);
  }

  /** An address that we give out; null when this process cannot be reached. */
  address(kind: string, token: string, what: CloudWhat): string | null {
    const { origin } = this.parts;
    if (origin === null) return null;
    const from = what === 'media' ? origin.replace(/^http/, 'ws') : origin;
    return `${from}/telephony/${kind}/${token}/${what}`;
  }

  /** Several of them, by what is asked there; null when this process cannot be reached. */
  addresses<What extends CloudWhat>(
    kind: string,
    token: string,
    whats: readonly What[],
  ): Readonly<Record<What, string>> | null {
    if (this.parts.origin === null) return null;
    const found = whats.map((what) => [what, this.address(kind, token, what)] as const);
    return Object.fromEntries(found) as Record<What, string>;
  }

  /**
   * Goes on with these trunks: those that changed begin anew. Calls go on.
   * @param disabled trunks whose calls may still go on, also calls of a process that is gone
   */
  async sync(stored: readonly StoredOfKind[], disabled: readonly StoredOfKind[] = []): Promise<void> {
    if (stored.length > 0 && !this.#server) await this.#open();
    this.#trunks.sync(stored, disabled);
    for (const trunk of this.#trunks.enabled.values()) void trunk.look();
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
    this.#trunks.close();
  }

  method(kind: string, what: string): 'GET' | 'POST' | 'socket' | null {
    return this.#adapterOf(kind)?.asks.get(what as CloudWhat) ?? null;
  }

  async knows({ kind, token, what, address }: Visit): Promise<Known | Refused> {
    const known = what === INBOUND ? this.#inboundOf(token) : await this.#legOf(token);
    if (known?.trunk.adapter.kind !== kind) return 'unknown';
    const { allow } = known.trunk.stored.settings;
    return allow === null || inNetworks(address, allow) ? known : 'unknown';
  }

  async posted({ trunk, legId, isOver }: Known, visit: Visit, body: string): Promise<CloudReply | Refused> {
    const { adapter } = trunk;
    const form = adapter.form(body);
    if (!adapter.authentic(this.#request(visit, form), trunk.stored.settings)) return 'unknown';
    const fields = new Map([...new URLSearchParams(visit.query), ...form]);
    if (legId === null) return this.#arrived(trunk, fields);
    if (visit.what === 'recording') {
      // Where it is, is asked of the API.
      await this.parts.announced(legId);
      return adapter.noted;
    }
    const held = this.#held.get(legId);
    // What is over is stored already.
    if (!held && !isOver) return 'busy';
    await held?.hear(fields);
    if (visit.what !== 'answer' && visit.what !== 'next') return adapter.noted;
    const done = visit.what === 'answer' ? adapter.reject : adapter.noted;
    return (await held?.whatToDo(visit.what)) ?? done;
  }

  connected({ trunk, legId }: Known, visit: Visit, open: () => WebSocket | null): Refused | 'taken' {
    if (!trunk.adapter.authentic(this.#request(visit, []), trunk.stored.settings)) return 'unknown';
    const held = legId === null ? undefined : this.#held.get(legId);
    if (!held?.wantsSocket) return 'unknown';
    const socket = open();
    if (!socket) return 'unknown';
    held.connect(socket);
    return 'taken';
  }

  refused(kind: string): void {
    this.parts.refused(this.#adapterOf(kind)?.kind ?? 'unknown');
  }

  async #arrived(trunk: CloudTrunk, fields: ReadonlyMap<string, string>): Promise<CloudReply | Refused> {
    const { adapter } = trunk;
    const arrival = adapter.arrival(fields);
    const taker = this.#takers.get(adapter.kind);
    if (arrival && taker) return taker.onInbound(trunk, arrival);
    const word = adapter.read(fields);
    if (word?.state !== 'ended') return adapter.reject;
    await taker?.onInboundStatus(trunk, word);
    return adapter.noted;
  }

  #request({ path, headers, what }: Visit, form: Pairs): CloudRequest {
    const origin = this.parts.origin ?? '';
    const from = what === 'media' ? origin.replace(/^http/, 'ws') : origin;
    return { what: what as CloudWhat, url: `${from}${path}`, headers, form };
  }

  #adapterOf(kind: string): CloudAdapter | undefined {
    return this.parts.adapters.find((adapter) => adapter.kind === kind);
  }

  #inboundOf(token: string): Known | null {
    // Compared by their hashes: how long it takes tells nothing of the token.
    const wanted = hashOf(token);
    for (const trunk of this.#trunks.enabled.values()) {
      if (hashOf(trunk.stored.inboundToken).equals(wanted)) return { trunk, legId: null, isOver: false };
    }
    return null;
  }

  async #legOf(token: string): Promise<Known | null> {
    const since = new Date(this.parts.now().getTime() - TOKEN_MS);
    const leg = await this.parts.legs.byToken(hashOf(token), since);
    const trunk = leg && this.everKnown(leg.trunkId);
    return trunk ? { trunk, legId: leg.id, isOver: leg.isOver } : null;
  }

  /** A port in use stops nothing: it is tried again when the trunks are looked at next. */
  async #open(): Promise<void> {
    const { host, port } = this.parts;
    try {
      this.#server = await MediaServer.open(host, port, this);
      this.#problem = null;
      this.parts.opened?.(this.#server.port);
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      this.#problem =
        code === 'EADDRINUSE' ? `port ${port} is in use` : `port ${port} cannot be opened (${code})`;
    }
  }
}
