import { BullModule } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AccountsModule, CallingLines } from '../accounts';
import { AgentsModule } from '../agents';
import { ConversationModule } from '../conversation';
import { CreditsModule } from '../credits';
import { Clock } from '../platform/clock';
import type { Config } from '../platform/config';
import { CONFIG } from '../platform/config.token';
import { FoundBefore } from '../platform/queues/found-before';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/queues/sweeps';
import { TelephonyModule } from '../telephony';
import { AgentWaitingCalls } from './application/agent-waiting-calls';
import { CallAdmission } from './application/call-admission';
import { CallAnalysis } from './application/call-analysis';
import { CallDialer } from './application/call-dialer';
import { CallDispatcher } from './application/call-dispatcher';
import { CallDrain } from './application/call-drain';
import { CallJudge } from './application/call-judge';
import { CallProgress } from './application/call-progress';
import { CallRetention } from './application/call-retention';
import { CallWatch } from './application/call-watch';
import { PolicyChanges } from './application/policy-changes';
import { HeldCalls } from './application/held-calls';
import { CallsModule } from './calls.module';
import { ANALYSIS_QUEUE, AnalysisProcessor } from './infrastructure/analysis.processor';
import { CallMetrics } from './infrastructure/call-metrics';
import { DueCallsRepository } from './infrastructure/due-calls.repository';
import { DISPATCH_QUEUE, DispatchProcessor } from './infrastructure/dispatch.processor';
import { LISTED_QUEUE, ListedNumberProcessor } from './infrastructure/listed-number.processor';
import { POLICY_QUEUE, PolicyChangeProcessor } from './infrastructure/policy-change.processor';

const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 4_000;
const MEND_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 500;

/** What a worker process does with calls: dispatch, progress, analysis, and the sweeps that find what was missed. */
@Module({
  imports: [
    BullModule.registerQueue(
      { name: DISPATCH_QUEUE },
      { name: ANALYSIS_QUEUE },
      { name: POLICY_QUEUE },
      { name: LISTED_QUEUE },
    ),
    CallsModule,
    AccountsModule,
    AgentsModule,
    CreditsModule,
    TelephonyModule,
    ConversationModule,
  ],
  providers: [
    CallAdmission,
    CallAnalysis,
    CallDialer,
    CallDispatcher,
    CallDrain,
    CallJudge,
    CallMetrics,
    CallProgress,
    CallRetention,
    CallWatch,
    HeldCalls,
    PolicyChanges,
    AnalysisProcessor,
    DispatchProcessor,
    ListedNumberProcessor,
    PolicyChangeProcessor,
  ],
})
export class CallsWorkerModule
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  #drained: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly due: DueCallsRepository,
    private readonly lines: CallingLines,
    private readonly retention: CallRetention,
    private readonly watch: CallWatch,
    private readonly ofAgents: AgentWaitingCalls,
    private readonly policyChanges: PolicyChanges,
    private readonly drain: CallDrain,
    private readonly dispatches: DispatchProcessor,
  ) {}

  onModuleInit(): void {
    const dueBefore = new FoundBefore();
    this.sweeps.every(LOOK_EVERY_MS, 'due calls', async () => {
      const now = this.clock.now();
      const freed = await this.due.accountsWithFreedNumbers(now);
      const due = await this.due.accountsWithDueCalls(now);
      const news = dueBefore.news(due, await this.queues.waiting(DISPATCH_QUEUE));
      try {
        for (const accountId of [...news, ...freed]) await this.queues.remind(DISPATCH_QUEUE, { accountId });
      } catch (error) {
        dueBefore.forget();
        throw error;
      }
    });
    this.sweeps.every(LOOK_EVERY_MS, 'talks to analyse', async () => {
      for (const { id, accountId } of await this.due.toAnalyse(this.clock.now(), AT_ONCE)) {
        await this.queues.remind(ANALYSIS_QUEUE, { accountId, callId: id });
      }
    });
    this.sweeps.every(LOOK_EVERY_MS, 'expired calls', () => this.watch.expire());
    this.sweeps.every(MEND_EVERY_MS, 'calls of stopped agents', () => this.ofAgents.cancelLeft());
    this.sweeps.every(MEND_EVERY_MS, 'changed policies', async () => {
      for (const accountId of await this.policyChanges.overdue()) {
        await this.queues.remind(POLICY_QUEUE, { accountId });
      }
    });
    this.sweeps.every(LOOK_EVERY_MS, 'silent calls', () => this.watch.endSilent());
    this.sweeps.every(LOOK_EVERY_MS, 'calls of silent workers', async () => {
      // Who is about to end takes over nothing: it would hang it up.
      if (!this.drain.draining) await this.watch.takeOverSilent();
    });
    this.sweeps.every(FORGET_EVERY_MS, 'what is too old', () => this.retention.run());
    this.sweeps.every(RENEW_EVERY_MS, 'leases', () => this.watch.renewLeases());
    this.sweeps.every(LOOK_EVERY_MS, 'transcripts', () => this.watch.keepTranscripts());
  }

  /** On the embedded database this process is alone: what lines are in use were left by one that was killed. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.databaseUrl === null) await this.lines.endAllLeases();
  }

  /** Everybody begins to drain at the signal: Nest waits for one module after another only later. */
  onModuleDestroy(): void {
    // Its turns are for others. Not awaited: it is from now on that none is taken, and the wait is for those under way.
    void this.dispatches.worker.pause(true);
    this.#drained = this.drain.run(this.config.drainMs);
    // Told by the wait for it.
    this.#drained.catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#drained;
  }
}
