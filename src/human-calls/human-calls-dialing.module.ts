import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CallingModule } from '../calling';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { StorageModule } from '../platform/storage/storage.module';
import { SpeechModule } from '../speech';
import { CarriersModule } from '../carriers';
import { HumanCallAdmission } from './application/human-call-admission';
import { HumanCallDialer } from './application/human-call-dialer';
import { HumanCallDispatcher } from './application/human-call-dispatcher';
import { HumanCallEligibility } from './application/human-call-eligibility';
import { HumanCallTrunkQueue } from './application/human-call-trunk-queue';
import { HumanCallProgress } from './application/human-call-progress';
import { HumanTranscription } from './application/human-transcription';
import { HumanCallsModule } from './human-calls.module';
import { HumanLaneRepository } from './infrastructure/human-lane.repository';

/** What a process needs that dials human calls and holds their legs. */
@Module({
  imports: [
    HumanCallsModule,
    AccountsModule,
    CallingModule,
    CounsellorsModule,
    CreditsModule,
    SpeechModule,
    StorageModule,
    CarriersModule,
  ],
  providers: [
    HumanCallAdmission,
    HumanCallDialer,
    HumanCallDispatcher,
    HumanCallEligibility,
    HumanCallTrunkQueue,
    HumanCallProgress,
    HumanLaneRepository,
    HumanTranscription,
  ],
  exports: [HumanCallDispatcher, HumanLaneRepository],
})
export class HumanCallsDialingModule {}
