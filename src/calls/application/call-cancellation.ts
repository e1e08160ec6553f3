import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { DomainError } from '../../platform/kernel/domain-error';
import { BatchCallsRepository } from '../infrastructure/batch-calls.repository';
import { CallRowRepository } from '../infrastructure/call-row.repository';
import { CallRepository } from '../infrastructure/call.repository';
import { callNotFound } from './call-errors';
import { CallFinisher } from './call-finisher';
import { callView } from './call.view';
import { CallRowFilters, type CallRowsRequest } from './lists/call-row-filters';

/** Calls canceled in one transaction. It bounds how long their row locks block others. */
const SET_SIZE = 500;
const MAX_CALLS_PER_FILTER = 5_000;
const ON_REQUEST = 'Canceled on request.';

@Injectable()
export class CallCancellation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly filters: CallRowFilters,
    private readonly rows: CallRowRepository,
    private readonly sets: BatchCallsRepository,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /** @throws DomainError not_found, call_not_cancelable with the current status */
  async ofCall(accountId: string, id: string) {
    return this.unitOfWork.run(async () => {
      const call = await this.calls.lockOne(accountId, id);
      if (!call) throw callNotFound();
      if (!call.cancel(ON_REQUEST, this.clock.now())) {
        const message = 'Only a queued call can be canceled; this one is past queued.';
        throw new DomainError('call_not_cancelable', message, { status: call.state.status });
      }
      await this.finisher.store([call]);
      return callView(call.state);
    });
  }

  /** Cancels the waiting calls of a batch in the current transaction. Returns their count. */
  async ofBatch(batchId: string): Promise<number> {
    return this.unitOfWork.run(async () => {
      // First forbid retries: a call that is dialed or refused meanwhile either waits again before this and is canceled
      // below, or does not return at all. A call that ends meanwhile may queue an attempt, which dials at once.
      do await this.sets.forbidRetries(batchId);
      while (await this.sets.allowsRetries(batchId));
      const calls = await this.calls.lockWaitingOfBatch(batchId);
      for (const call of calls) call.cancel('Canceled with its batch.', this.clock.now());
      await this.finisher.store(calls);
      return calls.length;
    });
  }

  /** Cancels calls by their ids. An id that is listed twice counts once. */
  async ofIds(accountId: string, ids: readonly string[]) {
    const different = [...new Set(ids)];
    const canceled = await this.#cancel(accountId, different);
    return canceledView(canceled, different.length - canceled, false);
  }

  /**
   * Cancels the waiting calls of a filter, the newest first.
   * @throws DomainError invalid_request for a `to` before `from`
   */
  async ofFilter(accountId: string, request: CallRowsRequest) {
    const filter = await this.filters.of(accountId, request, 'filter');
    if (filter.statuses && !filter.statuses.includes('queued')) return canceledView(0, 0, false);
    const waiting = { ...filter, statuses: ['queued'] };
    const found = await this.rows.list(accountId, waiting, MAX_CALLS_PER_FILTER + 1, undefined);
    const ids = found.slice(0, MAX_CALLS_PER_FILTER).map(({ id }) => id);
    const canceled = await this.#cancel(accountId, ids);
    return canceledView(canceled, ids.length - canceled, found.length > MAX_CALLS_PER_FILTER);
  }

  async #cancel(accountId: string, ids: readonly string[]): Promise<number> {
    let canceled = 0;
    for (let begin = 0; begin < ids.length; begin += SET_SIZE) {
      canceled += await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockWaiting(accountId, ids.slice(begin, begin + SET_SIZE));
        for (const call of calls) call.cancel(ON_REQUEST, this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
    return canceled;
  }
}

function canceledView(canceled: number, notCancelable: number, more: boolean) {
  return { object: 'canceled_calls' as const, canceled, not_cancelable: notCancelable, more };
}
