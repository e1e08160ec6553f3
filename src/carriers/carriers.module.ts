import { join } from 'node:path';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ConversationModule } from '../conversation';
import { PhraseCache, PhraseFolder, SpeechEngines, SpeechModule } from '../speech';
import { Config } from '../platform/config/config';
import { portTakerOf } from '../platform/http/ports';
import { LOGGER } from '../platform/logger.token';
import type { ProcessRoles } from '../platform/config/process-roles';
import { Metrics } from '../platform/metrics';
import { AddressGuard } from '../platform/outbound/address-guard';
import { Recordings } from '../platform/storage/recordings';
import { StorageModule } from '../platform/storage/storage.module';
import { CarrierEventRouter } from './application/carrier-event-router';
import { CarrierRecordingFetcher } from './application/carrier-recording-fetcher';
import { CarrierRecordings } from './application/carrier-recordings';
import { CloudTrunks } from './application/cloud-trunks';
import { LineReports } from './infrastructure/shared/line-reports';
import { InboundRouter, TrialRoutes } from './application/inbound-router';
import { CarrierNetworks, LegOccupancy, TalkServices } from './application/carrier-services';
import { Carriers } from './application/carriers';
import { MediaCapacity } from './application/media-capacity';
import { MediaHeartbeat } from './application/media-heartbeat';
import { MediaMetrics } from './application/media-metrics';
import { MediaProcess } from './application/media-process';
import { MediaProcessId } from './application/media-process-id';
import { OpenTrunks } from './application/open-trunks';
import { OrphanedLegCleaner } from './application/orphaned-leg-cleaner';
import { PendingRecordings } from './application/pending-recordings';
import { RegisteredTrialPhones } from './application/registered-trial-phones';
import { RunningAudio } from './application/running-audio';
import { RecordingRecovery } from './application/recording-recovery';
import { TrunkSync } from './application/trunk-sync';
import {
  SpeechStreamLimits,
  TrunkSecretRenewal,
  LegRepository,
  CarrierQuotaRepository,
  TraceRepository,
  TrunksModule,
} from '../trunks';
import { Clock } from '../platform/clock';
import { CLOUD_ADAPTERS } from './infrastructure/cloud/adapters';
import { CloudGateway } from './infrastructure/cloud/gateway/cloud-gateway';
import { certificateMetric, sipMetrics } from './infrastructure/sip/sip-metrics';
import { SipStack } from './infrastructure/sip/sip-stack';
import { DialTraces } from './infrastructure/shared/dial-traces';
import { REAL_TIMERS } from '../platform/kernel/time/timers';
import { PendingRecordingRepository } from './infrastructure/recordings/pending-recording.repository';
import { TrunkTestsModule } from './trunk-tests.module';
import { RecordingDownload } from './infrastructure/recordings/recording-download';
import { RecordingSpool } from './infrastructure/recordings/recording-spool';
import { TalkMetrics, VoiceLineFactory } from '../voice';

/** The carriers of this process. Nothing of a real network is open before `MediaModule` opens it. */
@Module({
  imports: [ConversationModule, SpeechModule, StorageModule, TrunksModule, TrunkTestsModule],
  providers: [
    CarrierEventRouter,
    CarrierNetworks,
    Carriers,
    InboundRouter,
    TrialRoutes,
    LegOccupancy,
    LineReports,
    MediaProcessId,
    MediaCapacity,
    PendingRecordingRepository,
    PendingRecordings,
    RegisteredTrialPhones,
    RunningAudio,
    TalkServices,
    TrunkSecretRenewal,
    {
      provide: DialTraces,
      inject: [Config, Clock, TraceRepository],
      useFactory: ({ telephony }: Config, clock: Clock, store: TraceRepository) =>
        new DialTraces(
          telephony.traceDays === 0 ? null : { store, now: () => clock.now(), timers: REAL_TIMERS },
        ),
    },
    {
      provide: SipStack,
      inject: [Config, DialTraces, Metrics, Clock],
      useFactory: (config: Config, { listener: trace }: DialTraces, metrics: Metrics, clock: Clock) => {
        const { telephony, speech } = config;
        const hooks = { ...sipMetrics(metrics), ...(trace && { trace }) };
        const stack = new SipStack(telephony, hooks, speech.kit);
        certificateMetric(metrics, clock, stack);
        return stack;
      },
    },
    {
      provide: CloudGateway,
      inject: [
        Config,
        SipStack,
        LegRepository,
        PendingRecordingRepository,
        CarrierQuotaRepository,
        Clock,
        Metrics,
        LOGGER,
      ],
      useFactory: (
        config: Config,
        { legs: media }: SipStack,
        legs: LegRepository,
        late: PendingRecordingRepository,
        looks: CarrierQuotaRepository,
        clock: Clock,
        metrics: Metrics,
        logger: Logger,
      ) => {
        const { host, publicUrl, telephony } = config;
        const help = 'Requests and sockets at MEDIA_PORT that were refused.';
        const refused = metrics.declare('aics_callbacks_refused_total', help, ['kind']);
        return new CloudGateway({
          adapters: Object.values(CLOUD_ADAPTERS),
          host,
          port: telephony.mediaPort,
          portTaker: portTakerOf(config, telephony.mediaPort),
          origin: telephony.mediaPublicUrl ?? publicUrl,
          media,
          legs,
          now: () => clock.now(),
          onRecordingReady: (legId) => late.announce(legId, clock.now()),
          onOpened: (at) =>
            logger.info({ host, port: at }, 'callbacks and media sockets of carriers are accepted'),
          acquireQuota: (trunkId, most) => looks.acquire(trunkId, most),
          onRefused: (kind) => refused({ kind }),
        });
      },
    },
    {
      provide: RecordingSpool,
      inject: [Config, MediaProcessId, Recordings, Clock],
      useFactory: ({ dataDir }: Config, { id }: MediaProcessId, recordings: Recordings, clock: Clock) =>
        new RecordingSpool(dataDir, id, recordings, () => clock.nowMs()),
    },
    {
      provide: VoiceLineFactory,
      inject: [Config, SpeechEngines, Metrics, SpeechStreamLimits],
      useFactory: (
        { dataDir }: Config,
        engines: SpeechEngines,
        metrics: Metrics,
        streams: SpeechStreamLimits,
      ) =>
        new VoiceLineFactory(
          engines,
          REAL_TIMERS,
          new TalkMetrics(metrics),
          new PhraseCache(new PhraseFolder(join(dataDir, 'speech'))),
          // When it is lost, the next refusal reports it again.
          (kind, engine) => streams.recordRefusal(kind, engine).catch(() => undefined),
        ),
    },
  ],
  exports: [
    CarrierNetworks,
    TalkServices,
    CarrierEventRouter,
    Carriers,
    InboundRouter,
    TrialRoutes,
    RecordingSpool,
    MediaProcessId,
    MediaCapacity,
    CloudGateway,
    PendingRecordingRepository,
    PendingRecordings,
    RegisteredTrialPhones,
    RunningAudio,
    SipStack,
    TrunksModule,
  ],
})
export class CarriersModule implements OnApplicationShutdown {
  constructor(
    private readonly carriers: Carriers,
    private readonly stack: SipStack,
    private readonly cloud: CloudGateway,
  ) {}

  /** After the drain: there are no talks any more. */
  async onApplicationShutdown(): Promise<void> {
    this.carriers.close();
    await this.cloud.close();
    await this.stack.close();
  }
}

/** Makes a process one of real calls: opens its trunks, and recovers what dead processes left. */
@Module({
  imports: [SpeechModule, StorageModule, CarriersModule],
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
class MediaModule {}

export function carriersModules({ media }: ProcessRoles) {
  return [CarriersModule, media && MediaModule];
}
