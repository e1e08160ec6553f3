import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import type { Warning } from '../../platform/kernel/warning';
import { type CallState, type NewCall, queuedCall } from '../domain/call-state';
import type { TimelineEntry } from '../domain/timeline';
import { CallRepository } from '../infrastructure/call.repository';
import { CallWaitReasons, NO_CREDITS } from './dispatch/call-wait-reasons';
import { callAlreadyQueued } from './call-errors';
import { CallIntake } from './call-intake';
import { retryFor } from './attempts/retry-for';
import { CallPrerequisites } from './call-prerequisites';
import { CallReader } from './call-reader';
import { callView, type CallView } from './call.view';

/** Fields that only the first answer to a POST /calls has. */
interface FirstAnswer {
  readonly warnings: readonly Warning[];
}

/** Made together: ids sort as times do. */
interface Creation {
  readonly id: string;
  readonly at: Date;
}

type Facts = Awaited<ReturnType<CallPrerequisites['of']>>;

@Injectable()
export class Calls {
  constructor(
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly prerequisites: CallPrerequisites,
    private readonly calls: CallRepository,
    private readonly intake: CallIntake,
    private readonly reader: CallReader,
    private readonly waitReasons: CallWaitReasons,
  ) {}

  /**
   * No carrier is involved (R1).
   * @throws DomainError agent_not_found, no_default_agent, agent_disabled, agent_inbound_only, agent_cannot_talk,
   *   do_not_call, call_already_queued, insufficient_credits, idempotency_key_reused
   */
  async queue(accountId: string, request: NewCall, key: IdempotencyKey | null) {
    const creation = this.#newCreation();
    const read = () => this.prerequisites.of(accountId, request);
    const { replay, resourceId, first, made } = await this.idempotency.once<FirstAnswer, CallView, Facts>(
      accountId,
      'POST /calls',
      key,
      (facts) => this.#queueOne(creation, accountId, request, facts),
      { read, together: true, expected: { resourceId: creation.id, first: { warnings: [] } } },
    );
    const view = made ?? (await this.reader.view(accountId, resourceId));
    return { ...view, warnings: first.warnings, idempotent_replay: replay };
  }

  /** Returns what {@link queue} would return, and stores nothing. @throws as {@link queue} */
  async preview(accountId: string, request: NewCall) {
    const { made, first } = await this.idempotency.dryRun(async () => {
      const facts = await this.prerequisites.of(accountId, request);
      return this.#queueOne(this.#newCreation(), accountId, request, facts);
    });
    return { ...made, warnings: first.warnings, idempotent_replay: false };
  }

  #newCreation(): Creation {
    return { id: newId('call'), at: this.clock.now() };
  }

  /** May only throw before the call is stored: other requests share the transaction (group commit). */
  async #queueOne(
    { id, at }: Creation,
    accountId: string,
    request: NewCall,
    { agent, account, credits }: Facts,
  ) {
    const retry = retryFor(request, account);
    const call = queuedCall(id, accountId, agent.id, { ...request, retry }, at);
    const price = credits ? agent.price(credits.rates.aiCall) : 0n;
    if (credits && !credits.coversOneMinute(price)) {
      // A number that already waits is the first error to report.
      await this.#refuseWaiting(call);
      credits.requireOneMinute(price);
    }
    const entries = await this.intake.entries([call]);
    // Read before the commit: a worker may dial the call after it, and the call would count as its own call hold.
    const [, held] = await Promise.all([this.#insert(call, entries), this.waitReasons.ofNew(call, account)]);
    const callHold = held ?? (credits && credits.available < price ? NO_CREDITS : undefined);
    // Freeing a line wakes the dispatcher, so a call that waits only for a line needs no reminder.
    if (callHold?.waitsFor !== 'line') await this.intake.remind(accountId);
    return {
      resourceId: id,
      made: callView(call, { callHold }),
      first: { warnings: await this.prerequisites.warningsOf(agent, request) },
    };
  }

  async #insert(call: CallState, entries: readonly TimelineEntry[]): Promise<void> {
    // The other call may have left the queue between the two statements; then the number is free.
    while (!(await this.calls.insertOne(call, entries))) await this.#refuseWaiting(call);
  }

  /** @throws DomainError call_already_queued */
  async #refuseWaiting({ accountId, phoneNumber, test }: CallState): Promise<void> {
    const waiting = await this.calls.waiting(accountId, phoneNumber, test);
    if (waiting !== null) throw callAlreadyQueued(waiting);
  }
}

export type { NewCall };
