import { BullModule } from '@nestjs/bullmq';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ConversationModule } from '../conversation';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { Clock } from '../platform/clock';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/sweeps';
import { CarriersModule } from '../carriers';
import { TrunkChannels } from '../trunks';
import { HumanCallAnalysis } from './application/human-call-analysis';
import { HumanCallRetention } from './application/human-call-retention';
import { HumanCallsDialingModule } from './human-calls-dialing.module';
import { HumanCallsModule } from './human-calls.module';
import { HUMAN_ANALYSIS_QUEUE, HumanAnalysisProcessor } from './infrastructure/human-analysis.processor';
import { DIAL } from './domain/human-call-state';
import { HumanLaneRepository } from './infrastructure/human-lane.repository';
import { HumanCallRepository } from './infrastructure/human-call.repository';
import { HUMAN_DISPATCH_QUEUE, HumanDispatchProcessor } from './infrastructure/human-dispatch.processor';

const POLL_INTERVAL_MS = 1_000;
/** The process of a call that ended is dead when its legs are still open after this time. */
const LEFT_OPEN_MS = 10_000;
const CLEANUP_INTERVAL_MS = 60_000;
const BATCH_SIZE = 500;

@Module({
  imports: [
    BullModule.registerQueue({ name: HUMAN_DISPATCH_QUEUE }, { name: HUMAN_ANALYSIS_QUEUE }),
    HumanCallsModule,
    HumanCallsDialingModule,
    AccountsModule,
    CounsellorsModule,
    CreditsModule,
    CarriersModule,
    ConversationModule,
  ],
  providers: [HumanCallAnalysis, HumanCallRetention, HumanAnalysisProcessor, HumanDispatchProcessor],
})
export class HumanCallsUpkeepModule implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly calls: HumanCallRepository,
    private readonly retention: HumanCallRetention,
    private readonly lane: HumanLaneRepository,
    private readonly channels: TrunkChannels,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'waiting human calls', async () => {
      for (const accountId of await this.calls.accountsWithWaiting()) {
        await this.queues.remind(HUMAN_DISPATCH_QUEUE, { accountId });
      }
    });
    this.sweeps.every(POLL_INTERVAL_MS, 'legs of human calls that are over', () => this.#hangUpLeft());
    this.sweeps.every(CLEANUP_INTERVAL_MS, 'human talks that are too old', () => this.retention.run());
  }

  /** A cancel frees the line. If the call's process is dead, no other recovers it, and its phones would ring on. */
  async #hangUpLeft(): Promise<void> {
    const before = new Date(this.clock.nowMs() - LEFT_OPEN_MS);
    for (const id of await this.lane.leftOpen(before, BATCH_SIZE)) {
      await this.channels.abandon(id, DIAL, this.clock.now());
    }
  }
}
