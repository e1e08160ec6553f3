import { BullModule } from '@nestjs/bullmq';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { ConversationModule } from '../conversation';
import { CreditsModule } from '../credits';
import { Clock } from '../platform/clock';
import { SweepDeduplicator } from '../platform/queues/sweep-deduplicator';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/sweeps';
import { Carriers, CarriersModule } from '../carriers';
import { AgentWaitingCalls } from './application/agent-waiting-calls';
import { CallAnalysis } from './application/call-analysis';
import { CallRowReader } from './application/lists/call-row-reader';
import { CallRetention } from './application/call-retention';
import { CallMaintenance } from './application/call-maintenance';
import { PolicyChanges } from './application/dispatch/policy-changes';
import { CallsDialingModule } from './calls-dialing.module';
import { CallsModule } from './calls.module';
import { ANALYSIS_QUEUE, CallAnalysisProcessor } from './infrastructure/analysis.processor';
import { CallMetrics } from './infrastructure/call-metrics';
import { DueCallsRepository } from './infrastructure/due-calls.repository';
import { DISPATCH_QUEUE, DispatchProcessor } from './infrastructure/dispatch.processor';
import { LISTED_QUEUE, ListedNumberProcessor } from './infrastructure/listed-number.processor';
import { POLICY_QUEUE, PolicyChangeProcessor } from './infrastructure/policy-change.processor';

const POLL_INTERVAL_MS = 1_000;
const REPAIR_INTERVAL_MS = 10_000;
const CLEANUP_INTERVAL_MS = 60_000;
/** Calls from before their label was stored with them that get it at once: a million in three hours. */
const LABELS = 1_000;

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
    CallMetrics,
    CallRetention,
    CallMaintenance,
    PolicyChanges,
    CallAnalysisProcessor,
    DispatchProcessor,
    ListedNumberProcessor,
    PolicyChangeProcessor,
  ],
})
export class CallsUpkeepModule implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly due: DueCallsRepository,
    private readonly carriers: Carriers,
    private readonly retention: CallRetention,
    private readonly maintenance: CallMaintenance,
    private readonly ofAgents: AgentWaitingCalls,
    private readonly policyChanges: PolicyChanges,
    private readonly callRows: CallRowReader,
  ) {}

  onModuleInit(): void {
    const deduplicator = new SweepDeduplicator();
    this.sweeps.every(POLL_INTERVAL_MS, 'due calls', async () => {
      const now = this.clock.now();
      const { overTrunks } = this.carriers;
      const freed = await this.due.accountsWithFreedNumbers(now, overTrunks);
      const found = await this.due.accountsWithDueCalls(now, overTrunks);
      const due = deduplicator.findingsToReport(found, await this.queues.waiting(DISPATCH_QUEUE));
      try {
        for (const accountId of [...due, ...freed]) await this.queues.remind(DISPATCH_QUEUE, { accountId });
      } catch (error) {
        deduplicator.forget();
        throw error;
      }
    });
    this.sweeps.every(POLL_INTERVAL_MS, 'expired calls', () => this.maintenance.expire());
    this.sweeps.every(REPAIR_INTERVAL_MS, 'calls of stopped agents', () => this.ofAgents.cancelLeft());
    this.sweeps.every(REPAIR_INTERVAL_MS, 'changed policies', async () => {
      for (const accountId of await this.policyChanges.overdue()) {
        await this.queues.remind(POLICY_QUEUE, { accountId });
      }
    });
    this.sweeps.every(REPAIR_INTERVAL_MS, 'labels of older calls', () =>
      this.callRows.fillDispositions(LABELS),
    );
    this.sweeps.every(CLEANUP_INTERVAL_MS, 'what is too old', () => this.retention.run());
  }
}
