import { Injectable } from '@nestjs/common';
import { TalkAnalysisTries } from '../../calling';
import type { TalkAnalysis } from '../../conversation';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { decimalOf } from '../../platform/kernel/amount';
import { type HumanTalk, sentimentOf, MIN_TALK_SECONDS } from '../domain/human-analysis';
import type { AnalysisReason, HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanAnalysisPrice } from './human-analysis-price';
import { HumanCallFinisher } from './human-call-finisher';
import { HumanTalkAnalyst } from './human-talk-analyst';

interface Claim {
  readonly call: HumanCallState;
  readonly talk: HumanTalk;
}

/** Analyzes the recording of a human call. The price is reserved before, and charged only on success (R44). */
@Injectable()
export class HumanCallAnalysis extends TalkAnalysisTries<Claim, TalkAnalysis> {
  protected override readonly noun = 'human call';
  /** From the failure of a try; each lasts 30 s at most. */
  protected override readonly waitsMs = [10_000, 20_000, 40_000, 75_000];

  constructor(
    clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly price: HumanAnalysisPrice,
    private readonly analyst: HumanTalkAnalyst,
    private readonly calls: HumanCallRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
  ) {
    super(clock);
  }

  /** Reserves the price, too. Skips the analysis when there is no recording or no credit. */
  protected override claim(callId: string, now: Date, leaseUntil: Date): Promise<Claim | null> {
    return this.unitOfWork.run(async () => {
      const call = await this.calls.lockToAnalyse(callId, now);
      if (!call) return null;
      call.tryAnalysis(leaseUntil);
      const talks = await this.talks.find([callId]);
      const talk = talks.get(callId);
      const skipped = await this.#skipReason(call, talk);
      if (skipped !== null) call.endAnalysis('skipped', skipped);
      await this.finisher.store([call], talks);
      return talk && skipped === null ? { call: call.state, talk } : null;
    });
  }

  protected override async delay({ call: { id } }: Claim, _began: Date, waitMs: number): Promise<null> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lockById(id);
      if (!call) return;
      call.delayAnalysis(new Date(this.clock.nowMs() + waitMs));
      await this.finisher.store([call]);
    });
    return null;
  }

  async #skipReason({ state }: HumanCall, talk: HumanTalk | undefined): Promise<AnalysisReason | null> {
    if (!talk) return state.recording === 'stored' ? 'not_transcribed' : 'no_recording';
    if (talk.recordedSeconds < MIN_TALK_SECONDS || talk.turns.length === 0) return 'too_short';
    return (await this.price.reserve(state, talk.recordedSeconds)) ? null : 'insufficient_credits';
  }

  protected override read({ call, talk }: Claim, signal: AbortSignal): Promise<TalkAnalysis> {
    return this.analyst.analyse(call, talk, signal);
  }

  /** Settles the price in the same transaction. */
  protected override async finish(
    { call: { id }, talk }: Claim,
    reading: TalkAnalysis | null,
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lockById(id);
      if (!call?.endAnalysis(reading ? 'completed' : 'failed', reading ? null : 'analyst_failed')) return;
      const charged = await this.price.settle(call.state, talk.recordedSeconds, reading !== null);
      if (reading) {
        await this.talks.storeReading(id, {
          summary: reading.summary,
          sentiment: sentimentOf(reading.disposition),
          answers: reading.answers,
          followUp: reading.followUp,
          followUpNote: reading.followUpNote,
          credits: decimalOf(charged),
        });
      }
      await this.finisher.store([call], await this.talks.find([id]));
    });
  }
}
