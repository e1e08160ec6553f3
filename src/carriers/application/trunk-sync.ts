import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import {
  type HeldTrunk,
  type KnownTrunk,
  MediaProcessRepository,
  TrunkChannels,
  TrunkHealthRegistry,
} from '../../trunks';
import { MediaHeartbeat } from './media-heartbeat';
import { MediaProcessId } from './media-process-id';
import { OpenTrunks } from './open-trunks';

/** Opens the trunks as they are stored, and stores their health in this process. */
@Injectable()
export class TrunkSync implements OnModuleInit {
  #stored: readonly KnownTrunk[] = [];
  #running: Promise<void> | null = null;

  constructor(
    private readonly identity: MediaProcessId,
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly trunks: OpenTrunks,
    private readonly health: TrunkHealthRegistry,
    private readonly channels: TrunkChannels,
    private readonly heartbeat: MediaHeartbeat,
  ) {}

  onModuleInit(): void {
    this.health.registerSource((trunkId) => this.trunks.healthOf(trunkId));
    this.health.registerOpener(async (trunkIds) => {
      const open = new Set(this.trunks.enabled.map(({ id }) => id));
      if (trunkIds.some((id) => !open.has(id))) await this.run();
    });
  }

  get states(): HeldTrunk[] {
    const failing = new Set(
      this.#stored.flatMap(({ trunkId, state }) => (state === 'failing' ? [trunkId] : [])),
    );
    return this.trunks.enabled.map(({ id, name }) => {
      const { state } = this.health.of(id);
      return { id, name, state: failing.has(id) && state !== 'down' ? 'failing' : state };
    });
  }

  /** One run at a time: two would open the ports twice. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    const now = this.clock.now();
    await this.trunks.sync(now);
    // Before the health: the port of an open trunk is known.
    await this.heartbeat.beatIfChanged();
    const ids = this.trunks.enabled.map(({ id }) => id);
    const failing = ids.length > 0 ? await this.channels.failing() : new Map<string, string>();
    const known = ids.map((trunkId): KnownTrunk => {
      const { state, reason, phones = null } = this.health.of(trunkId);
      const lastStatus = failing.get(trunkId);
      if (state === 'down' || lastStatus === undefined) return { trunkId, state, reason, phones };
      return { trunkId, state: 'failing', reason: lastStatus, phones };
    });
    const before = new Map(this.#stored.map((trunk) => [trunk.trunkId, trunk]));
    const changed = known.filter((trunk) => !isSame(trunk, before.get(trunk.trunkId)));
    for (const id of ids) before.delete(id);
    const removed = [...before.keys()];
    if (changed.length === 0 && removed.length === 0) return;
    await this.processes.storeTrunkHealth(this.identity.id, { changed, removed }, now);
    this.#stored = known;
  }
}

/** Compares phones by identity: a trunk's phones are the same object until they change. */
function isSame(one: KnownTrunk, other: KnownTrunk | undefined): boolean {
  return one.state === other?.state && one.reason === other.reason && one.phones === other.phones;
}
