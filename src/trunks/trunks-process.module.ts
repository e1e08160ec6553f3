// Apart from trunks.module.ts: controllers would add a third to the start time of commands.
import { Module, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from '../platform/sweeps';
import type { ProcessRoles } from '../platform/config/process-roles';
import { ConsoleNumbersController } from './http/console-numbers.controller';
import { NumbersController } from './http/numbers.controller';
import { TrunksModule } from './trunks.module';
import { ChannelMetrics } from './infrastructure/channel-metrics';
import { LegRetention } from './application/leg-retention';
import { MINUTE_MS } from '../platform/kernel/time/durations';

@Module({ imports: [TrunksModule], controllers: [NumbersController, ConsoleNumbersController] })
class TrunksHttpModule {}

/** Loaded in media processes and workers; once where a process is both. */
@Module({ providers: [ChannelMetrics] })
class ChannelMetricsModule {}

/** The background work of telephony: what is too old is forgotten. */
@Module({ imports: [TrunksModule], providers: [LegRetention] })
class TrunksUpkeepModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly retention: LegRetention,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(MINUTE_MS, 'old traces and legs', () => this.retention.run());
  }
}

export function trunksModules({ api, media, worker }: ProcessRoles) {
  return [
    TrunksModule,
    api && TrunksHttpModule,
    (media || worker) && ChannelMetricsModule,
    worker && TrunksUpkeepModule,
  ];
}
