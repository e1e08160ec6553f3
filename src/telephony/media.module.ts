import { Module } from '@nestjs/common';
import { MediaProcess } from './application/media-process';
import { OrphanedLegs } from './application/orphaned-legs';
import { RecordingRecovery } from './application/recording-recovery';
import { TelephonyModule } from './telephony.module';

/** What a process needs that holds real calls: its trunks, and what processes that died have left. */
@Module({
  imports: [TelephonyModule],
  providers: [MediaProcess, OrphanedLegs, RecordingRecovery],
})
export class MediaModule {}
