import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { ConversationModule } from '../conversation';
import { CounsellorsModule, WaitingHumanCalls } from '../counsellors';
import { CreditsModule } from '../credits';
import { SpeechModule } from '../speech';
import { StorageModule } from '../platform/storage/storage.module';
import { CarriersModule } from '../carriers';
import { CounsellorWaitingCalls } from './application/counsellor-waiting-calls';
import { HumanCallCancellation } from './application/human-call-cancellation';
import { HumanCallDispositions } from './application/human-call-dispositions';
import { RestoredHumanCalls } from './application/restored-human-calls';
import { HumanCallContextReader } from './application/human-call-context-reader';
import { HumanCallEraser } from './application/human-call-eraser';
import { HumanCallFinisher } from './application/human-call-finisher';
import { HumanCallRecordings } from './application/human-call-recordings';
import { HumanCallPrerequisites } from './application/human-call-prerequisites';
import { HumanCallReader } from './application/human-call-reader';
import { HumanCallWaitReasons } from './application/dispatch/human-call-wait-reasons';
import { HumanCalls } from './application/human-calls.service';
import { OwnHumanCalls } from './application/own-human-calls';
import { HumanCallListRepository } from './infrastructure/human-call-list.repository';
import { HumanCallRepository } from './infrastructure/human-call.repository';
import { HumanCallSchema } from './infrastructure/human-call.schema';
import { HumanErasureRepository } from './infrastructure/human-erasure.repository';
import { HumanTalkRepository } from './infrastructure/human-talk.repository';

const CONTEXTS = [AccountsModule, CarriersModule, ConversationModule, CounsellorsModule, CreditsModule];
const SERVICES = [
  HumanCallCancellation,
  HumanCallContextReader,
  HumanCallDispositions,
  HumanCallFinisher,
  HumanCallReader,
  HumanCallRecordings,
  HumanCalls,
  OwnHumanCalls,
];
const REPOSITORIES = [HumanCallRepository, HumanTalkRepository];

/** Global because counsellors, a lower context, need WaitingHumanCalls. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([HumanCallSchema]), ...CONTEXTS, SpeechModule, StorageModule],
  providers: [
    ...SERVICES,
    ...REPOSITORIES,
    HumanCallEraser,
    RestoredHumanCalls,
    HumanCallListRepository,
    HumanCallPrerequisites,
    HumanCallWaitReasons,
    HumanErasureRepository,
    { provide: WaitingHumanCalls, useClass: CounsellorWaitingCalls },
  ],
  exports: [...SERVICES, ...REPOSITORIES, WaitingHumanCalls],
})
export class HumanCallsModule {}
