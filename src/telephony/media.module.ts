import { Module } from '@nestjs/common';
import { ChannelMetricsModule } from './channel-metrics.module';
import { MediaProcess } from './application/media-process';
import { MediaReport } from './application/media-report';
import { OrphanedLegs } from './application/orphaned-legs';
import { RecordingRecovery } from './application/recording-recovery';
import { SpeechModule } from '../speech';
import { TelephonyModule } from './telephony.module';

/** What a process needs that holds real calls: its trunks, and what processes that died have left. */
@Module({
  imports: [ChannelMetricsModule, SpeechModule, TelephonyModule],
  providers: [MediaProcess, MediaReport, OrphanedLegs, RecordingRecovery],
})
export class MediaModule {}
