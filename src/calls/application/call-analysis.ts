import { Injectable } from '@nestjs/common';
import { Accounts, DoNotCallList } from '../../accounts';
import { Agents } from '../../agents';
import { TalkAnalysisTries } from '../../calling';
import { readTalk, TalkAnalyst, type TalkAnalysis } from '../../conversation';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Turn } from '../../shared-kernel/talk';
import { ANONYMOUS, type CallState } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';
import { valuesOf } from './dispatch/call-dialer';

interface Claim {
  readonly call: CallState;
  readonly turns: readonly Turn[];
  readonly questions: readonly string[];
}

/** Analyzes the talk of an ended call, and finishes the call with its outcome. */
@Injectable()
export class CallAnalysis extends TalkAnalysisTries<Claim, TalkAnalysis> {
  protected override readonly noun = 'call';
  /** From the start of a failed try. */
  protected override readonly waitsMs = [15_000, 30_000, 60_000, 120_000];

  constructor(
    clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly doNotCall: DoNotCallList,
    private readonly agents: Agents,
    private readonly analyst: TalkAnalyst,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
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
    const questions = await this.#questions(call);
    const why = nothingToRead(call, turns);
    if (why === null) return { call, turns, questions };
    await this.#finish(call, TalkAnalyst.emptyAnalysis(questions), why);
    return null;
  }

  protected override async read(
    { call, turns, questions }: Claim,
    signal: AbortSignal,
  ): Promise<TalkAnalysis> {
    const { timezone: timeZone, dispositions } = await this.accounts.get(call.accountId);
    const now = call.dialedAt ?? call.answeredAt ?? this.clock.now();
    const agent = await this.agents.version(call.agentId, call.agentVersion ?? now);
    const script = agent.fill(valuesOf(call), now, timeZone);
    return readTalk(this.analyst, { turns, script, questions, now, dispositions, timeZone }, signal);
  }

  protected override finish({ call, questions }: Claim, reading: TalkAnalysis | null): Promise<void> {
    return reading
      ? this.#finish(call, reading, `The talk was analysed: ${reading.disposition}.`)
      : this.#finish(call, TalkAnalyst.emptyAnalysis(questions), 'The talk could not be analysed.');
  }

  /** null also when this try outlived its claim and another process has the call. */
  protected override async delay({ call }: Claim, began: Date, waitMs: number): Promise<number | null> {
    const dueAt = new Date(began.getTime() + waitMs);
    if (!(await this.calls.delayAnalysis(call.id, call.analysisAttempts, dueAt))) return null;
    return Math.max(0, dueAt.getTime() - this.clock.nowMs());
  }

  async #questions(call: CallState): Promise<readonly string[]> {
    return call.agentVersion ? (await this.agents.version(call.agentId, call.agentVersion)).questions : [];
  }

  /** Stores outcome, do-not-call entry and final event in one transaction, so that a crash cannot separate them. */
  async #finish(state: CallState, { optedOut, ...reading }: TalkAnalysis, message: string): Promise<void> {
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
      await this.talks.storeReading(state.id, reading);
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
