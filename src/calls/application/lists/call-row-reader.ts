import { Injectable } from '@nestjs/common';
import { Agents } from '../../../agents';
import { Credits } from '../../../credits';
import { listView, pageAfter } from '../../../platform/http/answers/lists';
import type { CallState } from '../../domain/call-state';
import { CallRowRepository } from '../../infrastructure/call-row.repository';
import { CallRepository } from '../../infrastructure/call.repository';
import { TalkRepository } from '../../infrastructure/talk.repository';
import { BatchNames } from './batch-names';
import { CallRowFilters, type CallRowsRequest } from './call-row-filters';
import { callRow } from './call-row.view';
import { CallWaitReasons } from '../dispatch/call-wait-reasons';

/** Calls as rows of the console's list. */
@Injectable()
export class CallRowReader {
  constructor(
    private readonly filters: CallRowFilters,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly batches: BatchNames,
    private readonly rows: CallRowRepository,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly callHolds: CallWaitReasons,
  ) {}

  /** Newest first. @throws DomainError invalid_request for an unknown `after` or a `to` before `from` */
  async list(accountId: string, request: CallRowsRequest, limit: number, after: string | undefined) {
    const filter = await this.filters.of(accountId, request);
    const found = await this.rows.list(accountId, filter, limit + 1, after);
    const page = await pageAfter('call', { rows: found, limit, startingAfter: after }, (id) =>
      this.calls.find(accountId, id),
    );
    return listView(await this.#views(accountId, page.rows), page.hasMore);
  }

  /** Fills the labels of calls from before they were stored with the call; returns how many. */
  fillDispositions(limit: number): Promise<number> {
    return this.rows.fillDispositions(limit);
  }

  async #views(accountId: string, calls: readonly CallState[]) {
    const ids = calls.map(({ id }) => id);
    const batchIds = [...new Set(calls.flatMap(({ batchId }) => batchId ?? []))];
    const [callHolds, names, charges, talks, batches] = await Promise.all([
      this.callHolds.of(accountId, calls),
      this.agents.names([...new Set(calls.map(({ agentId }) => agentId))]),
      this.credits.charges(ids),
      this.talks.ratings(calls.flatMap(({ id, disposition }) => (disposition === null ? [] : [id]))),
      batchIds.length === 0 ? null : this.batches.of(accountId, batchIds),
    ]);
    return calls.map((call) =>
      callRow(call, {
        callHold: callHolds.get(call.id),
        agentName: names.get(call.agentId) ?? '',
        credits: charges.get(call.id) ?? 0,
        leadRating: talks.get(call.id) ?? null,
        batchId: call.batchId && (batches?.get(call.batchId)?.id ?? call.batchId),
      }),
    );
  }
}
