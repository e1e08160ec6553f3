import {
  type BeforeApplicationShutdown,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AccountsModule, CallingLines } from '../accounts';
import { Config } from '../platform/config/config';
import { PrimaryWatch } from '../platform/database/primary/primary-watch';
import { Sweeps } from '../platform/sweeps';
import { CarriersModule } from '../carriers';
import { CreditsModule } from '../credits';
import { CallEventServices } from './application/call-event-handler';
import { CallResources } from './application/call-resources';
import { LegDialer } from './application/leg-dialer';
import { LegDrain } from './application/leg-drain';
import { LockAccount } from './application/lock-account';
import { LegMonitor, RENEW_INTERVAL_MS } from './application/leg-monitor';
import { ActiveLegs } from './application/active-legs';
import { TrunkDispatchLoop } from './application/trunk-dispatch-loop';

const POLL_INTERVAL_MS = 1_000;

const SERVICES = [
  ActiveLegs,
  CallEventServices,
  CallResources,
  LegDialer,
  LegDrain,
  LegMonitor,
  LockAccount,
  TrunkDispatchLoop,
];

/** The life of legs, for every process that dials: orders, leases, the monitor and the drain. */
@Module({
  imports: [AccountsModule, CarriersModule, CreditsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class CallingModule
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  #drained: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly sweeps: Sweeps,
    private readonly lines: CallingLines,
    private readonly monitor: LegMonitor,
    private readonly drain: LegDrain,
    private readonly watch: PrimaryWatch,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(POLL_INTERVAL_MS, 'silent legs', () => this.monitor.endSilent());
    this.sweeps.recoverEvery(POLL_INTERVAL_MS, 'legs of silent processes', async () => {
      // A stopping process would hang up the legs that it recovers.
      if (!this.drain.draining) await this.monitor.recoverExpired();
    });
    this.sweeps.every(RENEW_INTERVAL_MS, 'leases', () => this.monitor.renewLeases());
    this.watch.onGeneration(() => this.monitor.renewLeases());
  }

  /** On the embedded database this process is alone: lines in use were left by one that was killed. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.databaseUrl === null) await this.lines.endAllLeases();
  }

  /** At the signal, not when Nest comes to this module: it waits for one module after another. */
  onModuleDestroy(): void {
    this.#drained = this.drain.run(this.config.drainMs);
    // Thrown by the wait for it.
    this.#drained.catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#drained;
  }
}
