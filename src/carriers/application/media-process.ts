import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { describeError } from '../../platform/logging';
import { Sweeps } from '../../platform/sweeps';
import { SpeechEngines } from '../../speech';
import {
  type TrunkState as StoredTrunk,
  type HeldTrunk,
  DEAD_AFTER_MS,
  type KnownTrunk,
  MediaProcessRepository,
  TrunkRepository,
  TrunkSecrets,
  TrunkChannels,
  TrunkHealthRegistry,
  type TrunkHealthStatus,
} from '../../trunks';
import { CLOUD_ADAPTERS } from '../infrastructure/cloud/adapters';
import { CloudGateway } from '../infrastructure/cloud/gateway/cloud-gateway';
import { storedCloudSettings } from '../infrastructure/cloud/stored-cloud-settings';
import { SipStack } from '../infrastructure/sip/sip-stack';
import { storedSipSettings } from '../infrastructure/sip/stored-sip-settings';
import { Carriers } from './carriers';
import { MediaProcessId } from './media-process-id';
import { MediaCapacity } from './media-capacity';

const HEARTBEAT_INTERVAL_MS = 5_000;
const SYNC_INTERVAL_MS = 1_000;
/** A process that has been dead for so long is forgotten; its recordings were taken over long before. */
const FORGET_AFTER_MS = 3_600_000;

const OPENING: TrunkHealthStatus = { state: 'down', reason: 'it is being opened' };
const NO_KEY = 'its secrets cannot be decrypted: SECRET_KEY is not the key that encrypted them';

/** This process as one that holds real calls: its heartbeat, its trunks, and what it knows of them. */
@Injectable()
export class MediaProcess
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  readonly #logger = new Logger(MediaProcess.name);
  #startedAt = new Date(0);
  #registers: ReadonlySet<string> = new Set();
  #downElsewhere: ReadonlyMap<string, string | null> = new Map();
  #unreadable: ReadonlySet<string> = new Set();
  #trunks: readonly StoredTrunk[] = [];
  #written: readonly KnownTrunk[] = [];
  #draining = false;
  #toldFull = false;
  #syncing: Promise<void> | null = null;
  #knowsTrunks = false;
  #turnedAway: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly identity: MediaProcessId,
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly processes: MediaProcessRepository,
    private readonly trunks: TrunkRepository,
    private readonly secrets: TrunkSecrets,
    private readonly stack: SipStack,
    private readonly cloud: CloudGateway,
    private readonly carriers: Carriers,
    private readonly health: TrunkHealthRegistry,
    private readonly channels: TrunkChannels,
    private readonly speech: SpeechEngines,
    private readonly capacity: MediaCapacity,
  ) {}

  onModuleInit(): void {
    this.health.registerSource((trunkId) => this.#healthOf(trunkId));
    this.health.registerOpener(async (trunkIds) => {
      if (trunkIds.some((id) => !this.#trunks.some((trunk) => trunk.id === id))) await this.sync();
    });
    this.sweeps.every(HEARTBEAT_INTERVAL_MS, 'heartbeat', () => this.heartbeat());
    this.sweeps.every(SYNC_INTERVAL_MS, 'trunks', () => this.sync());
  }

  async onApplicationBootstrap(): Promise<void> {
    this.#startedAt = this.clock.now();
    await this.heartbeat();
    // A port in use or a dead trunk stops no start.
    await this.sync().catch((error: unknown) => {
      this.#logger.warn(`trunks: ${JSON.stringify(describeError(error))}`);
    });
  }

  /** Whether the operator has set up any trunk. */
  get knowsTrunks(): boolean {
    return this.#knowsTrunks;
  }

  /** The enabled trunks, as this process finds them now. */
  get held(): HeldTrunk[] {
    return this.#trunks.map(({ id, name }) => {
      const { state } = this.health.of(id);
      const isFailing = this.#written.some((known) => known.trunkId === id && known.state === 'failing');
      return { id, name, state: isFailing && state !== 'down' ? 'failing' : state };
    });
  }

  /** Says that this process lives, and which registrations are its. */
  async heartbeat(): Promise<void> {
    const now = this.clock.now();
    const { sip, mediaPublicUrl } = this.config.telephony;
    await this.processes.heartbeat(
      {
        id: this.identity.id,
        startedAt: this.#startedAt,
        heartbeatAt: now,
        sipAddress: this.stack.address ?? `${sip.host}:${sip.port}`,
        origin: mediaPublicUrl ?? this.config.publicUrl,
        ...this.speech.abilities,
        isFull: this.capacity.isFull,
      },
      new Date(now.getTime() - FORGET_AFTER_MS),
    );
  }

  /**
   * Takes over what the operator has changed, and stores what became known of the trunks. One run at a time: two would open
   * the ports twice.
   */
  sync(): Promise<void> {
    this.#syncing ??= this.#syncOnce().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  async #syncOnce(): Promise<void> {
    const now = this.clock.now();
    const all = await this.trunks.list();
    this.#knowsTrunks = all.length > 0;
    const stored = all.filter(({ enabled }) => enabled);
    if (all.length > 0 || this.#trunks.length > 0) {
      await this.#register(stored, now);
      await this.stack.sync(this.#sipTrunks(stored));
      await this.cloud.sync(
        this.#cloudTrunks(stored),
        this.#cloudTrunks(all.filter(({ enabled }) => !enabled)),
      );
      this.#trunks = stored;
    }
    await this.#tellRoom();
    const failing = await this.channels.failing(stored.map(({ id }) => id));
    const known = stored.map(({ id }): KnownTrunk => {
      const { state, reason } = this.health.of(id);
      const lastStatus = failing.get(id);
      if (state === 'down' || lastStatus === undefined) return { trunkId: id, state, reason };
      return { trunkId: id, state: 'failing', reason: lastStatus };
    });
    if (isDeepStrictEqual(known, this.#written)) return;
    await this.processes.storeTrunkHealth(this.identity.id, known, now);
    this.#written = known;
  }

  /** From now on no call and no registration is taken. */
  onModuleDestroy(): void {
    this.#draining = true;
    void this.stack.drain();
    this.carriers.stop();
    this.#turnedAway = this.stack.turnAway();
    void this.processes.release(this.identity.id).catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#turnedAway;
    await this.processes.deregister(this.identity.id).catch(() => undefined);
  }

  async #tellRoom(): Promise<void> {
    const { isFull } = this.capacity;
    if (isFull === this.#toldFull) return;
    await this.processes.full(this.identity.id, isFull);
    this.#toldFull = isFull;
  }

  async #register(stored: readonly StoredTrunk[], now: Date): Promise<void> {
    if (this.#draining || !stored.some(({ options }) => options['register'] === true)) {
      this.#registers = new Set();
      return;
    }
    const until = new Date(now.getTime() + DEAD_AFTER_MS);
    this.#registers = new Set(await this.processes.register(this.identity.id, now, until));
    this.#downElsewhere = await this.processes.unregistered(this.identity.id);
  }

  #sipTrunks(stored: readonly StoredTrunk[]) {
    return this.#readable(stored, 'sip', (trunk, open) => ({
      settings: storedSipSettings(trunk, open),
      registers: this.#registers.has(trunk.id),
    }));
  }

  #cloudTrunks(stored: readonly StoredTrunk[]) {
    return Object.values(CLOUD_ADAPTERS).flatMap(({ kind }) =>
      this.#readable(stored, kind, (trunk, open) => ({
        kind,
        settings: storedCloudSettings(trunk, open),
        inboundToken: trunk.inboundToken ?? '',
      })),
    );
  }

  /** What is known of those trunks of a kind whose secrets can be decrypted. */
  #readable<T>(
    stored: readonly StoredTrunk[],
    kind: string,
    read: (trunk: StoredTrunk, open: (option: string) => string | null) => T,
  ): (T & { readonly id: string; readonly name: string })[] {
    const unreadable = new Set(this.#unreadable);
    const readable = stored.flatMap((trunk) => {
      const { id, name } = trunk;
      if (trunk.kind !== kind) return [];
      try {
        const known = read(trunk, (option) => this.secrets.open(trunk, option));
        unreadable.delete(id);
        return [{ id, name, ...known }];
      } catch {
        unreadable.add(id);
        return [];
      }
    });
    this.#unreadable = unreadable;
    return readable;
  }

  #healthOf(trunkId: string): TrunkHealthStatus | undefined {
    const trunk = this.#trunks.find(({ id }) => id === trunkId);
    if (!trunk) return OPENING;
    if (this.#unreadable.has(trunkId)) return { state: 'down', reason: NO_KEY };
    if (trunk.kind !== 'sip') return this.cloud.health(trunkId);
    const isRegisteredElsewhere = trunk.options['register'] === true && !this.#registers.has(trunkId);
    const elsewhere = isRegisteredElsewhere ? this.#downElsewhere.get(trunkId) : undefined;
    return elsewhere === undefined ? this.stack.health(trunkId) : { state: 'down', reason: elsewhere };
  }
}
