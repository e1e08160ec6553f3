import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { errorText } from '../../platform/logging';
import { Sweeps } from '../../platform/sweeps';
import { MediaProcessRepository } from '../../trunks';
import { Carriers } from './carriers';
import { MediaHeartbeat } from './media-heartbeat';
import { MediaProcessId } from './media-process-id';
import { OpenTrunks } from './open-trunks';
import { TrunkSync } from './trunk-sync';

const HEARTBEAT_INTERVAL_MS = 5_000;
const SYNC_INTERVAL_MS = 1_000;

/** Starts and stops this process as one of real calls. */
@Injectable()
export class MediaProcess
  implements
    OnModuleInit,
    OnApplicationBootstrap,
    OnModuleDestroy,
    BeforeApplicationShutdown,
    OnApplicationShutdown
{
  readonly #logger = new Logger(MediaProcess.name);
  #rejected: Promise<void> = Promise.resolve();

  constructor(
    private readonly identity: MediaProcessId,
    private readonly sweeps: Sweeps,
    private readonly processes: MediaProcessRepository,
    private readonly heartbeat: MediaHeartbeat,
    private readonly trunks: OpenTrunks,
    private readonly trunkSync: TrunkSync,
    private readonly carriers: Carriers,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(HEARTBEAT_INTERVAL_MS, 'heartbeat', () => this.heartbeat.beat());
    this.sweeps.every(SYNC_INTERVAL_MS, 'trunks', () => this.trunkSync.run());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.heartbeat.start();
    // Neither a port in use nor a dead trunk prevents the start.
    await this.trunkSync.run().catch((error: unknown) => this.#logger.warn(`trunks: ${errorText(error)}`));
  }

  /** Accepts no further calls, and leaves registrations to other processes. */
  onModuleDestroy(): void {
    void this.trunks.drain().catch(() => undefined);
    this.#rejected = this.carriers.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#rejected;
  }

  /** Runs after the drain: until then other processes must not end its talks. */
  async onApplicationShutdown(): Promise<void> {
    await this.processes.deregister(this.identity.id).catch(() => undefined);
  }
}
