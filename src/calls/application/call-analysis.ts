import { Injectable, Logger } from '@nestjs/common';
import { Accounts, DoNotCallList } from '../../accounts';
import { Agents } from '../../agents';
import { readTalk, TalkAnalyst, type TalkAnalysis } from '../../conversation';
import type { Turn } from '../../shared-kernel/talk';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { describeError } from '../../platform/logging';
import { ANONYMOUS, type CallState } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { valuesOf } from './dispatch/call-dialer';
import { CallFinisher } from './call-finisher';

/** Delay from the start of a failed try to the next one. All five tries fit into five minutes (R70). */
const ANALYSIS_WAITS_MS = [15_000, 30_000, 60_000, 120_000] as const;

const MAX_ATTEMPTS = ANALYSIS_WAITS_MS.length + 1;

/** Timeout of one try. A process that is silent for longer is presumed dead. */
const ANALYSIS_TIMEOUT_MS = 30_000;
const CLAIM_LEASE_MS = ANALYSIS_TIMEOUT_MS + 5_000;

/** Analyzes the talk of an ended call, and finishes the call with its outcome. */
@Injectable()
export class CallAnalysis {
  readonly #logger = new Logger(CallAnalysis.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly doNotCall: DoNotCallList,
    private readonly agents: Agents,
    private readonly analyst: TalkAnalyst,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /** Runs one try, if one is due. Returns milliseconds until the next try, or null when the call needs none. */
  async analyse(callId: string): Promise<number | null> {
    const began = this.clock.now();
    const claimed = await this.calls.claimAnalysis(callId, began, new Date(began.getTime() + CLAIM_LEASE_MS));
    if (!claimed) return null;
    const { state } = claimed;
    const turns = (await this.talks.find([callId])).get(callId)?.turns ?? [];
    const questions = await this.#questions(state);
    const why = nothingToRead(state, turns);
    if (why !== null) {
      await this.#finish(state, TalkAnalyst.emptyAnalysis(questions), why);
      return null;
    }
    // The earlier tries died with their process, perhaps because of this very talk, so none of them reported a failure.
    if (state.analysisAttempts > MAX_ATTEMPTS) return this.#giveUp(state, questions);
    try {
      const reading = await this.#read(state, turns, questions);
      await this.#finish(state, reading, `The talk was analysed: ${reading.disposition}.`);
      return null;
    } catch (error) {
      this.#logger.warn(
        `call ${callId}, analysis ${state.analysisAttempts}: ${JSON.stringify(describeError(error))}`,
      );
      const wait = ANALYSIS_WAITS_MS[state.analysisAttempts - 1];
      if (wait !== undefined) return this.#tryAgain(state, new Date(began.getTime() + wait));
      return this.#giveUp(state, questions);
    }
  }

  async #giveUp(state: CallState, questions: readonly string[]): Promise<null> {
    await this.#finish(state, TalkAnalyst.emptyAnalysis(questions), 'The talk could not be analysed.');
    return null;
  }

  /** Milliseconds until the next try; null when this try outlived its claim and another process has it. */
  async #tryAgain({ id, analysisAttempts }: CallState, dueAt: Date): Promise<number | null> {
    if (!(await this.calls.delayAnalysis(id, analysisAttempts, dueAt))) return null;
    return Math.max(0, dueAt.getTime() - this.clock.nowMs());
  }

  async #questions(call: CallState): Promise<readonly string[]> {
    return call.agentVersion ? (await this.agents.version(call.agentId, call.agentVersion)).questions : [];
  }

  async #read(call: CallState, turns: readonly Turn[], questions: readonly string[]): Promise<TalkAnalysis> {
    const account = await this.accounts.get(call.accountId);
    const now = call.dialedAt ?? call.answeredAt ?? this.clock.now();
    const agent = await this.agents.version(call.agentId, call.agentVersion ?? now);
    const script = agent.fill(valuesOf(call), now, account.timezone);
    return readTalk(
      this.analyst,
      {
        turns,
        script,
        questions,
        now,
        dispositions: account.dispositions,
        timeZone: account.timezone,
      },
      AbortSignal.timeout(ANALYSIS_TIMEOUT_MS),
    );
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
