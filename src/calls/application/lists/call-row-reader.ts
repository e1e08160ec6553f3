import { Injectable } from '@nestjs/common';
import { Agents } from '../../../agents';
import { Credits } from '../../../credits';
import { Clock } from '../../../platform/clock';
import { listView, pageAfter } from '../../../platform/http/answers/lists';
import { formatInstant } from '../../../platform/kernel/instant';
import type { CallState } from '../../domain/call-state';
import { CallRowRepository } from '../../infrastructure/call-row.repository';
import { CallRepository } from '../../infrastructure/call.repository';
import { TalkRepository } from '../../infrastructure/talk.repository';
import { BatchNames } from './batch-names';
import { callNotFound } from '../call-errors';
import { CallRowFilters, type CallRowsRequest } from './call-row-filters';
import { callRow, liveView } from './call-row.view';
import { CallWaitReasons } from '../dispatch/call-wait-reasons';

/** Calls as the console shows them: rows of a list, and what surrounds one call. */
@Injectable()
export class CallRowReader {
  constructor(
    private readonly clock: Clock,
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

  /** @throws DomainError not_found */
  async context(accountId: string, id: string, { withScript }: { readonly withScript: boolean }) {
    const call = await this.calls.find(accountId, id);
    if (!call) throw callNotFound();
    const { batchId } = call;
    const [agent, batches, charges, live] = await Promise.all([
      this.agents.shown(call.agentId, call.agentVersion),
      batchId === null ? null : this.batches.of(accountId, [batchId]),
      this.credits.charges([id]),
      this.#live(accountId, call),
    ]);
    return {
      object: 'call_context' as const,
      agent: {
        id: call.agentId,
        name: agent.name,
        version: call.agentVersion && formatInstant(call.agentVersion),
        current: call.agentVersion && call.agentVersion.getTime() === agent.savedAt.getTime(),
        ...(withScript ? { script: agent.script } : {}),
      },
      batch: batchId === null ? null : (batches?.get(batchId) ?? { id: batchId, name: null }),
      credits: charges.get(id) ?? 0,
      live,
    };
  }

  /** Fills the labels of calls from before they were stored with the call; returns how many. */
  fillDispositions(limit: number): Promise<number> {
    return this.rows.fillDispositions(limit);
  }

  async #live(accountId: string, call: CallState) {
    if (call.finishedAt !== null) return null;
    const [talks, callHolds] = [await this.talks.find([call.id]), await this.callHolds.of(accountId, [call])];
    return liveView(call, callHolds.get(call.id), talks.get(call.id)?.turns ?? [], this.clock.now());
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
