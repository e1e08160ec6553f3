import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { AgentsModule, EnginePrices, WaitingCalls } from '../agents';
import { ReachedContacts } from '../calling';
import { ConversationModule } from '../conversation';
import { CreditsModule } from '../credits';
import { SpeechModule } from '../speech';
import { StorageModule } from '../platform/storage/storage.module';
import { CarriersModule } from '../carriers';
import { BatchPreview } from './application/batch-preview';
import { CallBatches } from './application/call-batches';
import { FurtherAttempts } from './application/attempts/further-attempts';
import { WaitingAttempts } from './application/attempts/waiting-attempts';
import { CallIntake } from './application/call-intake';
import { AgentWaitingCalls } from './application/agent-waiting-calls';
import { CallExports } from './application/lists/call-exports';
import { CallCancellation } from './application/call-cancellation';
import { CallRowFilters } from './application/lists/call-row-filters';
import { CallEraser } from './application/call-eraser';
import { RestoredCalls } from './application/dispatch/restored-calls';
import { CallFinisher } from './application/call-finisher';
import { CallHistory } from './application/lists/call-history';
import { CallWaitReasons } from './application/dispatch/call-wait-reasons';
import { TrunkAvailability } from './application/dispatch/trunk-availability';
import { CallRecordings } from './application/call-recordings';
import { CallPrices } from './application/call-prices';
import { CallPrerequisites } from './application/call-prerequisites';
import { CallReader } from './application/call-reader';
import { CallContextReader, LiveCallReader } from './application/lists/call-context-reader';
import { CallRowReader } from './application/lists/call-row-reader';
import { CallRowViews } from './application/lists/call-row-views';
import { CallTimeline } from './application/call-timeline';
import { Calls } from './application/calls.service';
import { TestMinutes } from './application/trial/test-minutes';
import { TrialAgents } from './application/trial/trial-agents';
import { TrialCalls } from './application/trial/trial-calls';
import { TrialRecords } from './application/trial/trial-records';
import { TrialCallRepository } from './infrastructure/trial-call.repository';
import { CallbackQueue } from './application/talks/callback-queue';
import { CallsForToolsAdapter } from './application/talks/calls-for-tools.adapter';
import { CallOfTalk, ToolsModule } from '../tools';
import { BatchCallsRepository } from './infrastructure/batch-calls.repository';
import { CallExportRepository } from './infrastructure/call-export.repository';
import { CallRowRepository } from './infrastructure/call-row.repository';
import { CallListRepository } from './infrastructure/call-list.repository';
import { CallRepository } from './infrastructure/call.repository';
import { CallSchema } from './infrastructure/call.schema';
import { DueCallsRepository } from './infrastructure/due-calls.repository';
import { ErasureRepository } from './infrastructure/erasure.repository';
import { TalkRepository } from './infrastructure/talk.repository';
import { TimelineRepository } from './infrastructure/timeline.repository';

/** The answer of routes in other contexts. */
export { CALL } from './http/call.answers';

const SERVICES = [
  AgentWaitingCalls,
  CallBatches,
  CallCancellation,
  CallExports,
  CallFinisher,
  CallReader,
  CallRecordings,
  CallRepository,
  CallContextReader,
  CallRowReader,
  CallRowRepository,
  Calls,
  CallTimeline,
  DueCallsRepository,
  TalkRepository,
  TestMinutes,
  TimelineRepository,
  TrialCallRepository,
  TrialCalls,
];
const REPOSITORIES = [BatchCallsRepository, CallExportRepository, CallListRepository, ErasureRepository];

/** Global because agents, a lower context, need WaitingCalls and EnginePrices, and human calls ReachedContacts. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([CallSchema]),
    AccountsModule,
    AgentsModule,
    ConversationModule,
    CreditsModule,
    SpeechModule,
    StorageModule,
    CarriersModule,
    ToolsModule,
  ],
  providers: [
    ...SERVICES,
    ...REPOSITORIES,
    BatchPreview,
    LiveCallReader,
    CallEraser,
    RestoredCalls,
    CallHistory,
    CallIntake,
    FurtherAttempts,
    CallPrerequisites,
    CallbackQueue,
    CallsForToolsAdapter,
    TrialAgents,
    TrialRecords,
    CallRowFilters,
    CallRowViews,
    CallWaitReasons,
    TrunkAvailability,
    { provide: WaitingCalls, useExisting: AgentWaitingCalls },
    { provide: ReachedContacts, useClass: WaitingAttempts },
    { provide: EnginePrices, useClass: CallPrices },
  ],
  exports: [...SERVICES, WaitingCalls, ReachedContacts, EnginePrices],
})
export class CallsModule {
  constructor(calls: CallOfTalk, callsForTools: CallsForToolsAdapter) {
    calls.provide(callsForTools);
  }
}
