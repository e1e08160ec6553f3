import { BullModule } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ConversationModule } from '../conversation';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { Clock } from '../platform/clock';
import type { Config } from '../platform/config';
import { CONFIG } from '../platform/config.token';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/queues/sweeps';
import { TelephonyModule } from '../telephony';
import { HeldHumanCalls } from './application/held-human-calls';
import { HumanCallAnalysis } from './application/human-call-analysis';
import { HumanCallDialer } from './application/human-call-dialer';
import { HumanCallDispatcher } from './application/human-call-dispatcher';
import { HumanCallDrain } from './application/human-call-drain';
import { HumanCallProgress } from './application/human-call-progress';
import { HumanCallRetention } from './application/human-call-retention';
import { HumanCallWatch } from './application/human-call-watch';
import { HumanCallsModule } from './human-calls.module';
import { HUMAN_ANALYSIS_QUEUE, HumanAnalysisProcessor } from './infrastructure/human-analysis.processor';
import { HumanCallRepository } from './infrastructure/human-call.repository';
import { HUMAN_DISPATCH_QUEUE, HumanDispatchProcessor } from './infrastructure/human-dispatch.processor';

const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 4_000;
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 500;

/** What a worker process does with human calls: dispatch, progress, analysis, and the sweeps that find what was missed. */
@Module({
  imports: [
    BullModule.registerQueue({ name: HUMAN_DISPATCH_QUEUE }, { name: HUMAN_ANALYSIS_QUEUE }),
    HumanCallsModule,
    AccountsModule,
    CounsellorsModule,
    CreditsModule,
    TelephonyModule,
    ConversationModule,
  ],
  providers: [
    HeldHumanCalls,
    HumanCallAnalysis,
    HumanCallDialer,
    HumanCallDispatcher,
    HumanCallDrain,
    HumanCallProgress,
    HumanCallRetention,
    HumanCallWatch,
    HumanAnalysisProcessor,
    HumanDispatchProcessor,
  ],
})
export class HumanCallsWorkerModule implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  #drained: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly calls: HumanCallRepository,
    private readonly retention: HumanCallRetention,
    private readonly watch: HumanCallWatch,
    private readonly drain: HumanCallDrain,
    private readonly dispatches: HumanDispatchProcessor,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(LOOK_EVERY_MS, 'waiting human calls', async () => {
      for (const accountId of await this.calls.accountsWithWaiting()) {
        await this.queues.remind(HUMAN_DISPATCH_QUEUE, { accountId });
      }
    });
    this.sweeps.every(LOOK_EVERY_MS, 'recordings to analyse', async () => {
      for (const { id, accountId } of await this.calls.toAnalyse(this.clock.now(), AT_ONCE)) {
        await this.queues.remind(HUMAN_ANALYSIS_QUEUE, { accountId, callId: id });
      }
    });
    this.sweeps.every(LOOK_EVERY_MS, 'silent human calls', () => this.watch.endSilent());
    this.sweeps.every(LOOK_EVERY_MS, 'human calls of silent workers', async () => {
      // Who is about to end takes over nothing: it would hang it up.
      if (!this.drain.draining) await this.watch.takeOverSilent();
    });
    this.sweeps.every(FORGET_EVERY_MS, 'human talks that are too old', () => this.retention.run());
    this.sweeps.every(RENEW_EVERY_MS, 'leases of human calls', () => this.watch.renewLeases());
  }

  /** Everybody begins to drain at the signal: Nest waits for one module after another only later. */
  onModuleDestroy(): void {
    void this.dispatches.worker.pause(true);
    this.#drained = this.drain.run(this.config.drainMs);
    // Told by the wait for it.
    this.#drained.catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#drained;
  }
}
