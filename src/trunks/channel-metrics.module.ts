import { Module } from '@nestjs/common';
import { ChannelMetrics } from './infrastructure/channel-metrics';

/** In media processes and workers; once where a process is both. */
@Module({ providers: [ChannelMetrics] })
export class ChannelMetricsModule {}
