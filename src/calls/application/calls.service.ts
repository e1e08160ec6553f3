import { Injectable } from '@nestjs/common';
import { Accounts, DoNotCallList } from '../../accounts';
import { Agents } from '../../agents';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { DomainError } from '../../platform/kernel/domain-error';
import type { Warning } from '../../platform/kernel/warning';
import { SpeechReadiness } from '../../trunks';
import { type CallState, type NewCall, queuedCall } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { callNotFound } from './call-errors';
import { CallFinisher } from './call-finisher';
import { CallWaitReasons, NO_CREDITS } from './dispatch/call-wait-reasons';
import { CallIntake } from './call-intake';
import { CallReader } from './call-reader';
import { callView, type CallView } from './call.view';

/** Fields that only the first answer to a POST /calls has. */
interface FirstAnswer {
  readonly warnings: readonly Warning[];
}

@Injectable()
export class Calls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly doNotCall: DoNotCallList,
    private readonly calls: CallRepository,
    private readonly intake: CallIntake,
    private readonly reader: CallReader,
    private readonly holds: CallWaitReasons,
    private readonly finisher: CallFinisher,
    private readonly speech: SpeechReadiness,
  ) {}

  /**
   * No carrier is involved (R1).
   * @throws DomainError agent_not_found, no_default_agent, agent_disabled, agent_inbound_only, agent_cannot_talk,
   *   do_not_call, call_already_queued, insufficient_credits, idempotency_key_reused
   */
  async queue(accountId: string, request: NewCall, key: IdempotencyKey | null) {
    const { replay, resourceId, first, made } = await this.idempotency.once<FirstAnswer, CallView>(
      accountId,
      'POST /calls',
      key,
      () => this.#queueOne(accountId, request),
      { together: true },
    );
    const view = made ?? (await this.reader.view(accountId, resourceId));
    return { ...view, warnings: first.warnings, idempotent_replay: replay };
  }

  /** @throws DomainError not_found, call_not_cancelable with the current status */
  async cancel(accountId: string, id: string) {
    return this.unitOfWork.run(async () => {
      const call = await this.calls.lockOne(accountId, id);
      if (!call) throw callNotFound();
      if (!call.cancel('Canceled on request.', this.clock.now())) {
        throw new DomainError(
          'call_not_cancelable',
          'Only a queued call can be canceled; this one is past queued.',
          {
            status: call.state.status,
          },
        );
      }
      await this.finisher.store([call]);
      return callView(call.state);
    });
  }

  /** May only throw before the call is stored: other requests share the transaction (group commit). */
  async #queueOne(accountId: string, request: NewCall) {
    const { test, phoneNumber } = request;
    const [agent, entry, account, credits] = await Promise.all([
      this.agents.forCalling(accountId, request.agentId ?? null),
      test ? null : this.doNotCall.entryOf(accountId, phoneNumber),
      this.accounts.get(accountId),
      test ? null : this.credits.standing(accountId),
    ]);
    if (!test) await this.speech.require(account.carrier, agent);
    DoNotCallList.refuse(entry);
    const call = queuedCall(newId('call'), accountId, agent.id, request, this.clock.now());
    const price = credits ? agent.price(credits.rates.aiCall) : 0n;
    if (credits && !credits.coversOneMinute(price)) {
      // A number that already waits is the first error to report.
      await this.#refuseWaiting(call);
      credits.requireOneMinute(price);
    }
    // Read before the commit: a worker may dial the call after it, and the call would count as its own hold.
    const [, held] = await Promise.all([this.#insert(call), this.holds.ofNew(call, account)]);
    const hold = held ?? (credits && credits.available < price ? NO_CREDITS : undefined);
    await Promise.all([
      this.intake.record([call]),
      // Freeing a line wakes the dispatcher, so a call that waits only for a line needs no reminder.
      hold?.waitsFor !== 'line' && this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]),
    ]);
    return {
      resourceId: call.id,
      made: callView(call, { hold }),
      first: { warnings: agent.warningsFor(request.contact, request.variables) },
    };
  }

  async #insert(call: CallState): Promise<void> {
    // The other call may have left the queue between the two statements; then the number is free.
    while (!(await this.calls.insertOne(call))) await this.#refuseWaiting(call);
  }

  /** @throws DomainError call_already_queued */
  async #refuseWaiting({ accountId, phoneNumber, test }: CallState): Promise<void> {
    const waiting = await this.calls.waiting(accountId, phoneNumber, test);
    if (waiting === null) return;
    throw new DomainError(
      'call_already_queued',
      'This number already has a waiting call: see details.call_id.',
      { call_id: waiting },
    );
  }
}

export type { NewCall };
