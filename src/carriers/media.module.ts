import { Module } from '@nestjs/common';
import { ChannelMetricsModule } from '../trunks';
import { AddressGuard } from '../platform/outbound/address-guard';
import { StorageModule } from '../platform/storage/storage.module';
import { CloudTrunks } from './application/cloud-trunks';
import { MediaHeartbeat } from './application/media-heartbeat';
import { MediaProcess } from './application/media-process';
import { OpenTrunks } from './application/open-trunks';
import { TrunkSync } from './application/trunk-sync';
import { MediaMetrics } from './application/media-metrics';
import { OrphanedLegCleaner } from './application/orphaned-leg-cleaner';
import { CarrierRecordingFetcher } from './application/carrier-recording-fetcher';
import { CarrierRecordings } from './application/carrier-recordings';
import { RecordingRecovery } from './application/recording-recovery';
import { SpeechModule } from '../speech';
import { RecordingDownload } from './infrastructure/recordings/recording-download';
import { CarriersModule } from './carriers.module';

/** Makes a process one of real calls: opens its trunks, and recovers what dead processes left. */
@Module({
  imports: [ChannelMetricsModule, SpeechModule, StorageModule, CarriersModule],
  providers: [
    CloudTrunks,
    MediaHeartbeat,
    OpenTrunks,
    TrunkSync,
    MediaProcess,
    MediaMetrics,
    OrphanedLegCleaner,
    CarrierRecordingFetcher,
    CarrierRecordings,
    RecordingRecovery,
    {
      provide: RecordingDownload,
      inject: [AddressGuard],
      useFactory: (guard: AddressGuard) => new RecordingDownload(guard),
    },
  ],
})
export class MediaModule {}
