import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CallingModule } from '../calling';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { StorageModule } from '../platform/storage/storage.module';
import { SpeechModule } from '../speech';
import { CarriersModule } from '../carriers';
import { HumanCallAdmission } from './application/dispatch/human-call-admission';
import { HumanCallDialer } from './application/dispatch/human-call-dialer';
import { HumanCallDispatcher } from './application/dispatch/human-call-dispatcher';
import { HumanCallEligibility } from './application/dispatch/human-call-eligibility';
import { HumanCallTrunkQueue } from './application/dispatch/human-call-trunk-queue';
import { HumanDispatchRound } from './application/dispatch/human-dispatch-round';
import { LockHumanCapacity } from './application/dispatch/steps/lock-human-capacity';
import { SelectWaitingCalls } from './application/dispatch/steps/select-waiting-calls';
import { AdmitHumanCalls } from './application/dispatch/steps/admit-human-calls';
import { SettleWaits } from './application/dispatch/steps/settle-waits';
import { HumanCallProgress } from './application/human-call-progress';
import { HumanTranscription } from './application/human-transcription';
import { HumanCallsModule } from './human-calls.module';
import { HumanLaneRepository } from './infrastructure/human-lane.repository';

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
    HumanDispatchRound,
    LockHumanCapacity,
    SelectWaitingCalls,
    AdmitHumanCalls,
    SettleWaits,
    HumanCallTrunkQueue,
    HumanCallProgress,
    HumanLaneRepository,
    HumanTranscription,
  ],
  exports: [HumanCallDispatcher, HumanLaneRepository],
})
export class HumanCallsDialingModule {}
