import { Module, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from '../platform/sweeps';
import { LegRetention } from './application/leg-retention';
import { ChannelMetricsModule } from './channel-metrics.module';
import { TrunksModule } from './trunks.module';

const CLEANUP_INTERVAL_MS = 60_000;

/** The background work of telephony: what is too old is forgotten. */
@Module({ imports: [ChannelMetricsModule, TrunksModule], providers: [LegRetention] })
export class TrunksUpkeepModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly retention: LegRetention,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(CLEANUP_INTERVAL_MS, 'old traces and legs', () => this.retention.run());
  }
}
