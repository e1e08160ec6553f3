// Apart from human-calls.module.ts: controllers would slow the start of commands that erase contacts.
import { Module, type OnModuleInit } from '@nestjs/common';
import { BullModule } from '@nestjs/bullmq';
import { AccountsModule } from '../accounts';
import { CallingModule, writeReference } from '../calling';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { StorageModule } from '../platform/storage/storage.module';
import { SpeechModule } from '../speech';
import { Carriers, CarriersModule } from '../carriers';
import { ConversationModule } from '../conversation';
import { Clock } from '../platform/clock';
import { Sweeps } from '../platform/sweeps';
import { TrunkChannels } from '../trunks';
import type { ProcessRoles } from '../platform/config/process-roles';
import { ConsoleHumanCallsController } from './http/console-human-calls.controller';
import { ConsoleMyCallsController } from './http/console-my-calls.controller';
import { HumanCallsController } from './http/human-calls.controller';
import { HumanCallsModule } from './human-calls.module';
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
import { HumanTranscriptionClaims } from './application/human-transcription-claims';
import { HumanDispatchRepository } from './infrastructure/human-dispatch.repository';
import { HumanAnalysisPrice } from './application/human-analysis-price';
import { HumanCallAnalysis } from './application/human-call-analysis';
import { HumanTalkAnalyst } from './application/human-talk-analyst';
import { HumanCallRetention } from './application/human-call-retention';
import { HUMAN_ANALYSIS_QUEUE, HumanAnalysisProcessor } from './infrastructure/human-analysis.processor';
import { DIAL } from './domain/human-call-state';
import { WaitingHumanCallsSweep } from './application/dispatch/waiting-human-calls-sweep';
import { HUMAN_DISPATCH_QUEUE, HumanDispatchProcessor } from './infrastructure/human-dispatch.processor';
import { MINUTE_MS } from '../platform/kernel/time/durations';

const POLL_INTERVAL_MS = 1_000;
/** The process of a call that ended is dead when its legs are still open after this time. */
const LEFT_OPEN_MS = 10_000;
const FOLLOW_INTERVAL_MS = 5_000;
const BATCH_SIZE = 500;

@Module({
  imports: [HumanCallsModule],
  controllers: [HumanCallsController, ConsoleHumanCallsController, ConsoleMyCallsController],
})
class HumanCallsHttpModule {}

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
    HumanDispatchRepository,
    HumanTranscription,
    HumanTranscriptionClaims,
  ],
  exports: [HumanCallDispatcher, HumanDispatchRepository],
})
class HumanCallsDialingModule implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly dispatch: HumanDispatchRepository,
    private readonly carriers: Carriers,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(FOLLOW_INTERVAL_MS, 'phones of human calls that are over', () =>
      this.#followLeft(),
    );
  }

  /** Awaits the carrier's report of the end, which frees the channels, for a process that died or stopped. */
  async #followLeft(): Promise<void> {
    const before = new Date(this.clock.nowMs() - LEFT_OPEN_MS);
    for (const { id, carrier } of await this.dispatch.ringingOn(before, BATCH_SIZE)) {
      await this.carriers.find(carrier)?.lookUp(writeReference({ callId: id, attempt: DIAL }));
    }
  }
}

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
  providers: [
    HumanAnalysisPrice,
    HumanCallAnalysis,
    HumanTalkAnalyst,
    HumanCallRetention,
    HumanAnalysisProcessor,
    HumanDispatchProcessor,
    WaitingHumanCallsSweep,
  ],
})
class HumanCallsUpkeepModule implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly waiting: WaitingHumanCallsSweep,
    private readonly retention: HumanCallRetention,
    private readonly dispatch: HumanDispatchRepository,
    private readonly channels: TrunkChannels,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'waiting human calls', () => this.waiting.run());
    this.sweeps.every(POLL_INTERVAL_MS, 'legs of human calls that are over', () => this.#hangUpLeft());
    this.sweeps.every(MINUTE_MS, 'human talks that are too old', () => this.retention.run());
  }

  /** A cancel frees the line. If the call's process is dead, no other recovers it, and its phones would ring on. */
  async #hangUpLeft(): Promise<void> {
    const before = new Date(this.clock.nowMs() - LEFT_OPEN_MS);
    for (const id of await this.dispatch.leftOpen(before, BATCH_SIZE)) {
      await this.channels.abandon(id, DIAL, this.clock.now());
    }
  }
}

export function humanCallsModules({ api, media, worker }: ProcessRoles) {
  return [
    HumanCallsModule,
    api && HumanCallsHttpModule,
    media && HumanCallsDialingModule,
    worker && HumanCallsUpkeepModule,
  ];
}
