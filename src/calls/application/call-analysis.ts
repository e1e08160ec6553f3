import { Injectable } from '@nestjs/common';
import { DoNotCallList } from '../../accounts';
import type { CallableAgent } from '../../agents';
import { TalkAnalysisTries } from '../../calling';
import { type TalkAnalysis, TalkAnalyst } from '../../conversation';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Turn } from '../../shared-kernel/talk';
import { ANONYMOUS, type CallState } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';
import { TalkReader } from './talks/talk-reader';

interface Claim {
  readonly call: CallState;
  readonly turns: readonly Turn[];
  readonly agent: CallableAgent;
}

/** Analyzes the talk of an ended call, and finishes the call with its outcome. */
@Injectable()
export class CallAnalysis extends TalkAnalysisTries<Claim, TalkAnalysis> {
  protected override readonly noun = 'call';
  /** The waits from the start of a failed attempt. */
  protected override readonly waitsMs = [15_000, 30_000, 60_000, 120_000];

  constructor(
    clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly doNotCall: DoNotCallList,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly reader: TalkReader,
  ) {
    super(clock);
  }

  protected override async claim(callId: string, now: Date, leaseUntil: Date): Promise<Claim | null> {
    const claimed = await this.unitOfWork.run(async () => {
      const locked = await this.calls.lockToAnalyse(callId, now);
      if (!locked) return null;
      locked.tryAnalysis(leaseUntil);
      await this.calls.update([locked]);
      return locked;
    });
    if (!claimed) return null;
    const call = claimed.state;
    const turns = (await this.talks.find([callId])).get(callId)?.turns ?? [];
    const agent = await this.reader.agentOf(call);
    const why = nothingToRead(call, turns);
    const claim = { call, turns, agent };
    if (why === null) return claim;
    await this.#finish(claim, TalkAnalyst.emptyAnalysis(agent.questions), why);
    return null;
  }

  protected override read({ call, turns, agent }: Claim, signal: AbortSignal): Promise<TalkAnalysis> {
    const now = call.dialedAt ?? call.answeredAt ?? this.clock.now();
    return this.reader.read(call, turns, agent, now, signal);
  }

  protected override finish(claim: Claim, reading: TalkAnalysis | null): Promise<void> {
    return reading
      ? this.#finish(claim, reading, `The talk was analysed: ${reading.disposition}.`)
      : this.#finish(
          claim,
          TalkAnalyst.emptyAnalysis(claim.agent.questions),
          'The talk could not be analysed.',
        );
  }

  /** null also when this try outlived its claim and another process has the call. */
  protected override async delay({ call }: Claim, began: Date, waitMs: number): Promise<number | null> {
    const dueAt = new Date(began.getTime() + waitMs);
    if (!(await this.calls.delayAnalysis(call.id, call.analysisAttempts, dueAt))) return null;
    return Math.max(0, dueAt.getTime() - this.clock.nowMs());
  }

  /** Stores outcome, do-not-call entry and final event in one transaction, so that a crash cannot separate them. */
  async #finish(
    { call: state, agent }: Claim,
    { optedOut, ...reading }: TalkAnalysis,
    message: string,
  ): Promise<void> {
    const tools = await this.reader.toolUses.forOutcome(state, agent);
    const listed = optedOut && !state.test && state.phoneNumber !== ANONYMOUS;
    await this.unitOfWork.run(async () => {
      if (listed) await this.doNotCall.lock(state.accountId);
      const [call] = await this.calls.lock([state.id]);
      if (!call?.finish(message, reading.disposition, this.clock.now())) return;
      if (listed) {
        await this.doNotCall.add(
          state.accountId,
          state.phoneNumber,
          'The contact asked not to be called.',
          state.id,
        );
      }
      await this.talks.storeReading(state.id, { ...reading, ...(tools && { tools }) });
      await this.finisher.store([call], await this.talks.find([state.id]));
    });
  }
}

/** Why a talk is Incomplete without an analysis: no person spoke, or a crash lost part of the transcript. */
function nothingToRead(call: CallState, turns: readonly Turn[]): string | null {
  if (call.endCause === 'carrier_lost_it') return 'The talk was cut off and is not analysed.';
  if (call.answeredBy === 'announcement' || call.answeredBy === 'ivr') {
    return 'A machine of the network answered: there is nothing to analyse.';
  }
  if (turns.some(({ speaker }) => speaker === 'contact')) return null;
  return 'The contact said nothing: there is nothing to analyse.';
}
