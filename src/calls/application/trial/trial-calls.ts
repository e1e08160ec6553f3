import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { newId } from '../../../platform/ids';
import { DomainError } from '../../../platform/kernel/domain-error';
import { errorText } from '../../../platform/logging';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import { InboundChannels } from '../../../trunks';
import { type NewCall, queuedCall } from '../../domain/call-state';
import { CallRepository } from '../../infrastructure/call.repository';
import { callAlreadyQueued } from '../call-errors';
import { callView } from '../call.view';
import { TestMinutes } from './test-minutes';
import { TrialAgents } from './trial-agents';
import { TrialRecords } from './trial-records';
import { NO_CHANNEL, NO_PHONE, UNRUNG_MS } from './unrung';
import { DAY_MS } from '../../../platform/kernel/time/durations';

/** No dispatcher of other calls finds a ring: the process with the phone rings it at once. */
const NOT_DUE_MS = 365 * DAY_MS;

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
      const entries = await this.records.entries(call);
      // The former ring may have begun between the two statements.
      while (!(await this.calls.insertOne(call, entries))) await this.#refuseWaiting(accountId);
      await this.records.onQueued(call);
      return callView(call, {});
    });
    setTimeout(() => {
      this.#giveUp(view.id).catch((error: unknown) =>
        this.#logger.warn(`a ring that nobody began: ${errorText(error)}`),
      );
    }, UNRUNG_MS).unref();
    return view;
  }

  /** @throws DomainError call_already_queued */
  async #refuseWaiting(accountId: string): Promise<void> {
    const waiting = await this.calls.waiting(accountId, SOFTPHONE, true);
    if (waiting !== null) throw callAlreadyQueued(waiting);
  }

  #giveUp(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const calls = await this.calls.lockQueued([id]);
      for (const call of calls) call.failUndialable(NO_PHONE, this.clock.now());
      await this.records.store(calls);
    });
  }
}

function busy(): DomainError {
  return new DomainError('no_room', `There is no room for a call now: ${NO_CHANNEL}`, { reason: NO_CHANNEL });
}
