import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountTrunks } from './application/account-trunks';
import { CallTraces } from './application/call-traces';
import { InboundChannels } from './application/inbound-channels';
import { HumanCallPriority } from './application/human-call-priority';
import { LineFigures } from './application/line-figures';
import { LegEraser } from './application/leg-eraser';
import { Numbers } from './application/numbers';
import { AdditionalLegs } from './application/additional-legs';
import { TrunkChannels } from './application/trunk-channels';
import { TrunkHealthRegistry } from './application/trunk-health-registry';
import { TrunkCandidateReader } from './application/trunk-candidate-reader';
import { SpeechReadiness } from './application/speech-readiness';
import { SpeechStreamLimits } from './application/speech-stream-limits';
import { TrialTrunks } from './application/trial-trunks';
import { TrunkWaitReasons } from './application/trunk-wait-reasons';
import { Trunks } from './application/trunks';
import { AccountTrunkRepository } from './infrastructure/account-trunk.repository';
import { ChannelReservationRepository } from './infrastructure/channel-reservation.repository';
import { CallAudioRepository } from './infrastructure/call-audio.repository';
import { LegRepository } from './infrastructure/leg.repository';
import { LineQualityRepository } from './infrastructure/line-quality.repository';
import { CarrierQuotaRepository } from './infrastructure/carrier-quota.repository';
import { MediaProcessRepository } from './infrastructure/media-process.repository';
import { NumberRepository } from './infrastructure/number.repository';
import { NumberSchema } from './infrastructure/number.schema';
import { SpeechStreamRepository } from './infrastructure/speech-stream.repository';
import { TraceRepository } from './infrastructure/trace.repository';
import { TrunkDispatchRepository } from './infrastructure/trunk-dispatch.repository';
import { TrunkRepository } from './infrastructure/trunk.repository';
import { TrunkSchema } from './infrastructure/trunk.schema';
import { TrunkSecrets } from './infrastructure/trunk-secrets';

const SERVICES = [
  AccountTrunks,
  CallTraces,
  InboundChannels,
  HumanCallPriority,
  Numbers,
  AdditionalLegs,
  Trunks,
  SpeechReadiness,
  SpeechStreamLimits,
  TrialTrunks,
  TrunkWaitReasons,
  TrunkChannels,
  TrunkHealthRegistry,
  CallAudioRepository,
  LegRepository,
  LineFigures,
  LineQualityRepository,
  CarrierQuotaRepository,
  MediaProcessRepository,
  NumberRepository,
  TraceRepository,
  TrunkRepository,
  TrunkSecrets,
];

/** What the operator sets up: trunks, who uses them, and numbers. Commands load it alone, without a carrier. */
@Module({
  imports: [TypeOrmModule.forFeature([NumberSchema, TrunkSchema])],
  providers: [
    ...SERVICES,
    LegEraser,
    TrunkCandidateReader,
    AccountTrunkRepository,
    ChannelReservationRepository,
    SpeechStreamRepository,
    TrunkDispatchRepository,
  ],
  exports: SERVICES,
})
export class TrunksModule {}
