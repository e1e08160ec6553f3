import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountTrunks } from './application/account-trunks';
import { CallTraces } from './application/call-traces';
import { InboundChannels } from './application/inbound-channels';
import { HumanPrecedence } from './application/human-precedence';
import { LateRecordings } from './application/late-recordings';
import { LegEraser } from './application/leg-eraser';
import { Numbers } from './application/numbers';
import { AdditionalLegs } from './application/additional-legs';
import { TrunkChannels } from './application/trunk-channels';
import { TrunkHealth } from './application/trunk-health';
import { TrunkOffers } from './application/trunk-offers';
import { SpeechReadiness } from './application/speech-readiness';
import { SpeechStreams } from './application/speech-streams';
import { TrunkTests } from './application/trunk-tests';
import { TrunkWaits } from './application/trunk-waits';
import { Trunks } from './application/trunks';
import { AccountTrunkRepository } from './infrastructure/account-trunk.repository';
import { HumanWaitRepository } from './infrastructure/human-wait.repository';
import { LateRecordingRepository } from './infrastructure/late-recording.repository';
import { LegRepository } from './infrastructure/leg.repository';
import { CarrierQuotaRepository } from './infrastructure/carrier-quota.repository';
import { MediaProcessRepository } from './infrastructure/media-process.repository';
import { NumberRepository } from './infrastructure/number.repository';
import { SpeechStreamRepository } from './infrastructure/speech-stream.repository';
import { TraceRepository } from './infrastructure/trace.repository';
import { TrunkDispatchRepository } from './infrastructure/trunk-dispatch.repository';
import { TrunkRepository } from './infrastructure/trunk.repository';
import { TrunkSchema } from './infrastructure/trunk.schema';
import { TrunkSecrets } from './infrastructure/trunk-secrets';

/** What the operator sets up: trunks, who uses them, and numbers. Commands load it alone, without a carrier. */
@Module({
  imports: [TypeOrmModule.forFeature([TrunkSchema])],
  providers: [
    AccountTrunks,
    CallTraces,
    InboundChannels,
    HumanPrecedence,
    LateRecordings,
    LegEraser,
    Numbers,
    AdditionalLegs,
    Trunks,
    SpeechReadiness,
    SpeechStreams,
    TrunkTests,
    TrunkWaits,
    TrunkChannels,
    TrunkHealth,
    TrunkOffers,
    AccountTrunkRepository,
    HumanWaitRepository,
    LateRecordingRepository,
    LegRepository,
    CarrierQuotaRepository,
    MediaProcessRepository,
    NumberRepository,
    SpeechStreamRepository,
    TraceRepository,
    TrunkDispatchRepository,
    TrunkRepository,
    TrunkSecrets,
  ],
  exports: [
    AccountTrunks,
    CallTraces,
    InboundChannels,
    HumanPrecedence,
    LateRecordings,
    Numbers,
    AdditionalLegs,
    Trunks,
    TrunkChannels,
    TrunkHealth,
    SpeechReadiness,
    SpeechStreams,
    TrunkTests,
    TrunkWaits,
    LateRecordingRepository,
    LegRepository,
    CarrierQuotaRepository,
    MediaProcessRepository,
    NumberRepository,
    TraceRepository,
    TrunkRepository,
    TrunkSecrets,
  ],
})
export class TrunksModule {}
