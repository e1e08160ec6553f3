import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { TalkAnalysisTries } from '../../calling';
import { TalkAnalyst, type TalkAnalysis } from '../../conversation';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { decimalOf } from '../../platform/kernel/amount';
import { analysisPrice, type HumanTalk, sentimentOf, MIN_TALK_SECONDS } from '../domain/human-analysis';
import type { AnalysisReason, HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallFinisher } from './human-call-finisher';

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
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly credits: Credits,
    private readonly analyst: TalkAnalyst,
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
    const { analysis: perMinute } = await this.credits.rates(state.accountId);
    const price = analysisPrice(talk.recordedSeconds, perMinute);
    const reserved = await this.credits.reserveExact(state.accountId, subjectOf(state.id), price);
    return reserved ? null : 'insufficient_credits';
  }

  protected override async read({ call, talk }: Claim, signal: AbortSignal): Promise<TalkAnalysis> {
    const account = await this.accounts.get(call.accountId);
    return this.analyst.analyse(
      {
        // The analyst expects the counsellor in the agent's role.
        turns: talk.turns.map((turn) => ({
          ...turn,
          speaker: turn.speaker === 'contact' ? 'contact' : 'agent',
        })),
        questions: [],
        dispositions: [],
        language: null,
        now: call.answeredAt ?? call.endedAt ?? this.clock.now(),
        timeZone: account.timezone,
      },
      signal,
    );
  }

  /** Also settles the price, in the same transaction. */
  protected override async finish(
    { call: { id, accountId }, talk }: Claim,
    reading: TalkAnalysis | null,
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lockById(id);
      if (!call?.endAnalysis(reading ? 'completed' : 'failed', reading ? null : 'analyst_failed')) return;
      const charged = await this.credits.settleExact({
        accountId,
        subjectId: subjectOf(id),
        callId: id,
        charged: reading !== null,
        description: `Analysis of a human call, ${talk.recordedSeconds} s recorded`,
      });
      if (reading) {
        await this.talks.storeReading(id, {
          summary: reading.summary,
          sentiment: sentimentOf(reading.disposition),
          answers: reading.answers,
          followUp: reading.followUp,
          followUpNote: reading.followUpNote,
          credits: decimalOf(charged),
        });
      } else {
        // Credits that were reserved for the analysis may let waiting calls go.
        await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
      }
      await this.finisher.store([call], await this.talks.find([id]));
    });
  }
}

/** Ledger subject of the analysis; the call's own talk uses the call id. */
function subjectOf(callId: string): string {
  return `${callId}.analysis`;
}
