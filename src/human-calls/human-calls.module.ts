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
import { HumanCallEraser } from './application/human-call-eraser';
import { HumanCallFinisher } from './application/human-call-finisher';
import { HumanCallRecordings } from './application/human-call-recordings';
import { HumanCallReader } from './application/human-call-reader';
import { HumanCallWaitReasons } from './application/dispatch/human-call-wait-reasons';
import { HumanCalls } from './application/human-calls.service';
import { OwnHumanCalls } from './application/own-human-calls';
import { HumanCallListRepository } from './infrastructure/human-call-list.repository';
import { HumanCallRepository } from './infrastructure/human-call.repository';
import { HumanCallSchema } from './infrastructure/human-call.schema';
import { HumanErasureRepository } from './infrastructure/human-erasure.repository';
import { HumanTalkRepository } from './infrastructure/human-talk.repository';

/** What other contexts use. */
const SERVICES = [
  HumanCalls,
  OwnHumanCalls,
  HumanCallReader,
  HumanCallFinisher,
  HumanCallRecordings,
  HumanCallRepository,
  HumanTalkRepository,
];
const REPOSITORIES = [HumanErasureRepository, HumanCallListRepository];

/** Global because counsellors, a lower context, need WaitingHumanCalls. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([HumanCallSchema]),
    AccountsModule,
    CarriersModule,
    ConversationModule,
    CounsellorsModule,
    CreditsModule,
    SpeechModule,
    StorageModule,
  ],
  providers: [
    ...SERVICES,
    ...REPOSITORIES,
    HumanCallWaitReasons,
    HumanCallEraser,
    { provide: WaitingHumanCalls, useClass: CounsellorWaitingCalls },
  ],
  exports: [...SERVICES, WaitingHumanCalls],
})
export class HumanCallsModule {}
