import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { TrialRoutes } from '../../../carriers';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { newId } from '../../../platform/ids';
import { DomainError } from '../../../platform/kernel/domain-error';
import { describeError } from '../../../platform/logging';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import { InboundChannels, SpeechReadiness } from '../../../trunks';
import { type NewCall, queuedCall } from '../../domain/call-state';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallFinisher } from '../call-finisher';
import { CallIntake } from '../call-intake';
import { callView } from '../call.view';
import { TestMinutes } from './test-minutes';

/** No dispatcher of other calls finds a ring: the process with the phone rings it at once. */
const NOT_DUE_MS = 365 * 86_400_000;
/** A ring that no process has begun by then fails. */
const UNRUNG_MS = 10_000;
const NO_PHONE = 'No softphone is registered.';

export interface RingRequest extends Pick<NewCall, 'contact' | 'variables'> {
  readonly trunkId: string;
  readonly agentId: string | null;
}

/** Rings an account's trial phone: a test call on the real network. */
@Injectable()
export class TrialCalls {
  readonly #logger = new Logger(TrialCalls.name);

  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: TrialAgents,
    private readonly channels: InboundChannels,
    private readonly minutes: TestMinutes,
    private readonly calls: CallRepository,
    private readonly records: TrialRecords,
  ) {}

  /**
   * The caller has checked that a phone is registered.
   * @throws DomainError no_default_agent, agent_not_found, agent_disabled, agent_cannot_talk, rate_limited, no_room,
   * call_already_queued
   */
  async ring(accountId: string, { trunkId, agentId, ...request }: RingRequest) {
    const view = await this.unitOfWork.run(async () => {
      const { agent, account } = await this.agents.toRing(accountId, agentId);
      await this.minutes.require(account);
      if (!(await this.channels.isFree(trunkId))) throw busy();
      const now = this.clock.now();
      const wanted = { ...request, metadata: {}, phoneNumber: SOFTPHONE, test: true };
      const queued = queuedCall(newId('call'), accountId, agent.id, wanted, now);
      const call = { ...queued, dueAt: new Date(+now + NOT_DUE_MS), mayRetry: false };
      if (!(await this.calls.insertOne(call))) throw busy();
      await this.records.queued(call);
      return callView(call, {});
    });
    setTimeout(() => {
      this.#giveUp(view.id).catch((error: unknown) =>
        this.#logger.warn(`a ring that nobody began: ${JSON.stringify(describeError(error))}`),
      );
    }, UNRUNG_MS).unref();
    return view;
  }

  #giveUp(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const calls = await this.calls.lockQueued([id]);
      for (const call of calls) call.failUndialable(NO_PHONE, this.clock.now());
      await this.records.finished(calls);
    });
  }
}

/** The rows that follow a change of a trial call. */
@Injectable()
export class TrialRecords {
  constructor(
    private readonly intake: CallIntake,
    private readonly finisher: CallFinisher,
  ) {}

  /** Wakes the process with the phone. */
  async queued(call: Parameters<CallIntake['record']>[0][number]): Promise<void> {
    await Promise.all([this.intake.record([call]), this.intake.remind(call.accountId)]);
  }

  finished(calls: Parameters<CallFinisher['store']>[0]): Promise<void> {
    return this.finisher.store(calls);
  }
}

/** The agents of trial phones. The direction does not count: one that only answers calls can be heard as well. */
@Injectable()
export class TrialAgents implements OnModuleInit {
  constructor(
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly speech: SpeechReadiness,
    private readonly routes: TrialRoutes,
  ) {}

  /** Calls in are answered by the default agent, where the trial phone names none. */
  onModuleInit(): void {
    this.routes.setDefaultAgent((accountId) => this.agents.defaultIdOf(accountId));
  }

  async toRing(accountId: string, agentId: string | null) {
    const [agent, account] = await Promise.all([
      this.agents.forTrial(accountId, agentId),
      this.accounts.get(accountId),
    ]);
    await this.speech.require('sip', agent);
    return { agent, account };
  }
}

function busy(): DomainError {
  const reason = 'The trial phone has its two calls already.';
  return new DomainError('no_room', `There is no room for a call now: ${reason}`, { reason });
}
