import { Injectable, Logger } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { TalkAnalyst, type TalkAnalysis } from '../../conversation';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { decimalOf } from '../../platform/kernel/amount';
import { describeError } from '../../platform/logging';
import { analysisPrice, type HumanTalk, sentimentOf, SHORTEST_SECONDS } from '../domain/human-analysis';
import type { AnalysisReason, HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallFinisher } from './human-call-finisher';

/** Waits between the tries; with the time that each may take, all five lie within five minutes. */
const WAITS_MS = [10_000, 20_000, 40_000, 75_000] as const;
const MOST_TRIES = WAITS_MS.length + 1;

/** One try may take so long; whoever is silent for longer has died over it. */
const PATIENCE_MS = 30_000;
const LEASE_MS = PATIENCE_MS + 5_000;

/** A call whose recording is to be read, by us alone for now. */
interface Claim {
  readonly call: HumanCallState;
  readonly talk: HumanTalk;
}

/** Reads the recording of a human call: its price is reserved before, and charged for a success alone. */
@Injectable()
export class HumanCallAnalysis {
  readonly #logger = new Logger(HumanCallAnalysis.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly credits: Credits,
    private readonly analyst: TalkAnalyst,
    private readonly calls: HumanCallRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /** One try, if one is due. */
  async analyse(callId: string): Promise<void> {
    const claim = await this.unitOfWork.run(() => this.#claim(callId));
    if (!claim) return;
    const attempts = claim.call.analysisAttempts;
    // The tries before ended with their process, so perhaps by it: none of them said that it failed.
    if (attempts > MOST_TRIES) return this.#finish(claim, null);
    try {
      await this.#finish(claim, await this.#read(claim));
    } catch (error) {
      this.#logger.warn(
        `human call ${callId}, analysis ${attempts}: ${JSON.stringify(describeError(error))}`,
      );
      const wait = WAITS_MS[attempts - 1];
      if (wait === undefined) await this.#finish(claim, null);
      else await this.#tryAgain(callId, wait);
    }
  }

  /** Takes a try and reserves its price; skips what has nothing to read, or nothing to pay with. */
  async #claim(callId: string): Promise<Claim | null> {
    const now = this.clock.now();
    const call = await this.calls.lockToAnalyse(callId, now);
    if (!call) return null;
    call.tryAnalysis(new Date(now.getTime() + LEASE_MS));
    const talks = await this.talks.find([callId]);
    const talk = talks.get(callId);
    const skipped = await this.#skipReason(call, talk);
    if (skipped !== null) call.endAnalysis('skipped', skipped);
    await this.finisher.store([call], talks);
    return talk && skipped === null ? { call: call.state, talk } : null;
  }

  async #tryAgain(callId: string, waitMs: number): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (!call) return;
      call.delayAnalysis(new Date(this.clock.nowMs() + waitMs));
      await this.finisher.store([call]);
    });
  }

  async #skipReason({ state }: HumanCall, talk: HumanTalk | undefined): Promise<AnalysisReason | null> {
    if (!talk) return 'no_recording';
    if (talk.recordedSeconds < SHORTEST_SECONDS || talk.turns.length === 0) return 'too_short';
    const { analysis: perMinute } = await this.credits.rates(state.accountId);
    const price = analysisPrice(talk.recordedSeconds, perMinute);
    const reserved = await this.credits.reserveExact(state.accountId, subjectOf(state.id), price);
    return reserved ? null : 'insufficient_credits';
  }

  async #read({ call, talk }: Claim): Promise<TalkAnalysis> {
    const account = await this.accounts.get(call.accountId);
    return this.analyst.analyse(
      {
        // To the analyst the counsellor is who leads the talk.
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
      AbortSignal.timeout(PATIENCE_MS),
    );
  }

  /** Charge, reading and event in one transaction; null is the last failure. */
  async #finish({ call: { id, accountId }, talk }: Claim, reading: TalkAnalysis | null): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(id);
      if (!call?.endAnalysis(reading ? 'completed' : 'failed', reading ? null : 'analyst_failed')) return;
      const charged = await this.credits.settleExact({
        accountId,
        subjectId: subjectOf(id),
        callId: id,
        charged: reading !== null,
        description: `Analysis of a human call, ${talk.recordedSeconds} s recorded`,
      });
      if (reading) {
        await this.talks.keepReading(id, {
          summary: reading.summary,
          sentiment: sentimentOf(reading.disposition),
          answers: reading.answers,
          followUp: reading.followUp,
          followUpNote: reading.followUpNote,
          credits: decimalOf(charged),
        });
      } else {
        // What was reserved for it is there for others.
        await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
      }
      await this.finisher.store([call], await this.talks.find([id]));
    });
  }
}

/** What the ledger knows a reservation for an analysis by; the call's own talk has the call's id. */
function subjectOf(callId: string): string {
  return `${callId}.analysis`;
}
