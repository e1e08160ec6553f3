// Apart from calls.module.ts: controllers would slow the start of commands that erase contacts.
import { Module, type OnModuleInit } from '@nestjs/common';
import { BullModule } from '@nestjs/bullmq';
import { RecordingsController } from '../platform/storage/recordings.controller';
import { StorageModule } from '../platform/storage/storage.module';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { CallingModule } from '../calling';
import { CreditsModule } from '../credits';
import { Sweeps } from '../platform/sweeps';
import { CarriersModule } from '../carriers';
import { ConversationModule } from '../conversation';
import { Queues } from '../platform/queues/queues';
import type { ProcessRoles } from '../platform/config/process-roles';
import { CallsModule } from './calls.module';
import { ConsoleCallsController } from './http/console-calls.controller';
import { CallsController } from './http/calls.controller';
import { CallAdmission } from './application/dispatch/call-admission';
import { InboundCallAdmission } from './application/inbound/inbound-call-admission';
import { InboundCallDecision } from './application/inbound/inbound-call-decision';
import { TrialAdmission } from './application/trial/trial-admission';
import { TrialCapacity } from './application/trial/trial-capacity';
import { TrialDials, TrialRinger } from './application/trial/trial-ringer';
import { InboundCallStore, InboundGrants } from './application/inbound/inbound-call-store';
import { InboundCapacity } from './application/inbound/inbound-capacity';
import { CallDialer } from './application/dispatch/call-dialer';
import { CallDispatcher } from './application/dispatch/call-dispatcher';
import { CallEndHandler } from './application/call-end-handler';
import { CallTrunkQueue } from './application/dispatch/call-trunk-queue';
import { AccountHolds } from './application/dispatch/account-holds';
import { CallDispatchRound } from './application/dispatch/call-dispatch-round';
import { CheckAccount } from './application/dispatch/steps/check-account';
import { LockCapacity } from './application/dispatch/steps/lock-capacity';
import { SelectDueCalls } from './application/dispatch/steps/select-due-calls';
import { RejectUndialable } from './application/dispatch/steps/reject-undialable';
import { AdmitCalls } from './application/dispatch/steps/admit-calls';
import { SettleAccountHold } from './application/dispatch/steps/settle-account-hold';
import { DialCandidates } from './application/dispatch/dial-candidates';
import { DialEligibility } from './application/dispatch/dial-eligibility';
import { CallProgress } from './application/call-progress';
import { LiveTranscripts } from './application/live-transcripts';
import { AgentWaitingCalls } from './application/agent-waiting-calls';
import { CallAnalysis } from './application/call-analysis';
import { CallToolUses } from './application/talks/call-tool-uses';
import { TalkPreparation } from './application/talks/talk-preparation';
import { TalkReader } from './application/talks/talk-reader';
import { CallRetention } from './application/call-retention';
import { CallMaintenance } from './application/call-maintenance';
import { PolicyChanges } from './application/dispatch/policy-changes';
import { ANALYSIS_QUEUE, CallAnalysisProcessor } from './infrastructure/analysis.processor';
import { CallMetrics } from './infrastructure/call-metrics';
import { DueCallsSweep } from './application/dispatch/due-calls-sweep';
import { DISPATCH_QUEUE, DispatchProcessor } from './infrastructure/dispatch.processor';
import { LISTED_QUEUE, ListedNumberProcessor } from './infrastructure/listed-number.processor';
import { POLICY_QUEUE, PolicyChangeProcessor } from './infrastructure/policy-change.processor';
import { MINUTE_MS } from '../platform/kernel/time/durations';

const STORE_INTERVAL_MS = 1_000;
const POLL_INTERVAL_MS = 1_000;
const REPAIR_INTERVAL_MS = 10_000;

@Module({ imports: [StorageModule], controllers: [RecordingsController] })
class RecordingsHttpModule {}

@Module({
  imports: [CallsModule, RecordingsHttpModule],
  controllers: [CallsController, ConsoleCallsController],
})
class CallsHttpModule {}

@Module({
  imports: [CallsModule, AccountsModule, AgentsModule, CallingModule, CreditsModule, CarriersModule],
  providers: [
    CallAdmission,
    InboundCallAdmission,
    InboundCallDecision,
    InboundCallStore,
    InboundGrants,
    TrialAdmission,
    TrialDials,
    TrialCapacity,
    TrialRinger,
    InboundCapacity,
    CallDialer,
    CallDispatcher,
    CallDispatchRound,
    CheckAccount,
    LockCapacity,
    SelectDueCalls,
    RejectUndialable,
    AdmitCalls,
    SettleAccountHold,
    CallEndHandler,
    CallTrunkQueue,
    DialCandidates,
    DialEligibility,
    AccountHolds,
    CallProgress,
    TalkPreparation,
    LiveTranscripts,
  ],
  exports: [CallDispatcher, DialEligibility],
})
class CallsDialingModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transcripts: LiveTranscripts,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(STORE_INTERVAL_MS, 'transcripts', () => this.transcripts.store());
  }
}

@Module({
  imports: [
    BullModule.registerQueue(
      { name: DISPATCH_QUEUE },
      { name: ANALYSIS_QUEUE },
      { name: POLICY_QUEUE },
      { name: LISTED_QUEUE },
    ),
    CallsModule,
    CallsDialingModule,
    AccountsModule,
    AgentsModule,
    CreditsModule,
    CarriersModule,
    ConversationModule,
  ],
  providers: [
    CallAnalysis,
    CallToolUses,
    TalkReader,
    CallMetrics,
    CallRetention,
    CallMaintenance,
    PolicyChanges,
    CallAnalysisProcessor,
    DispatchProcessor,
    DueCallsSweep,
    ListedNumberProcessor,
    PolicyChangeProcessor,
  ],
})
class CallsUpkeepModule implements OnModuleInit {
  constructor(
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly dueCalls: DueCallsSweep,
    private readonly retention: CallRetention,
    private readonly maintenance: CallMaintenance,
    private readonly ofAgents: AgentWaitingCalls,
    private readonly policyChanges: PolicyChanges,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'due calls', () => this.dueCalls.run());
    this.sweeps.every(POLL_INTERVAL_MS, 'expired calls', () => this.maintenance.expire());
    this.sweeps.every(REPAIR_INTERVAL_MS, 'calls of stopped agents', () => this.ofAgents.cancelLeft());
    this.sweeps.every(REPAIR_INTERVAL_MS, 'changed policies', async () => {
      for (const accountId of await this.policyChanges.overdue()) {
        await this.queues.remind(POLICY_QUEUE, { accountId });
      }
    });
    this.sweeps.every(REPAIR_INTERVAL_MS, 'labels of older calls', () => this.maintenance.fillLabels());
    this.sweeps.every(MINUTE_MS, 'what is too old', () => this.retention.run());
  }
}

/** Workers dial the simulated network, media processes real ones. */
export function callsModules({ api, media, worker }: ProcessRoles) {
  return [CallsModule, api && CallsHttpModule, media && CallsDialingModule, worker && CallsUpkeepModule];
}
