import { Injectable } from '@nestjs/common';
import { Agents } from '../../agents';
import { CallBatches, CallExports, sumOfCounts } from '../../calls';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { listView, pageOf, unknownCursor } from '../../platform/http/answers/lists';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import { type BatchState, uploadName } from '../domain/batch';
import { BatchRepository } from '../infrastructure/batch.repository';
import { batchNotFound } from './batch-errors';
import { batchView } from './batch.view';

export interface EstimateRequest {
  readonly agentId: string | undefined;
  readonly calls: number;
  readonly test: boolean;
  readonly scheduledFor: Date | undefined;
  readonly retry: RetryPolicy | undefined;
}

/** Shows batches in the console: an upload of several is one, and each of its ids leads to it. */
@Injectable()
export class ConsoleBatches {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: Agents,
    private readonly calls: CallBatches,
    private readonly exports: CallExports,
    private readonly batches: BatchRepository,
  ) {}

  /** Newest first; of one upload key alone where it is given. @throws DomainError invalid_request for an unknown `after` */
  async list(accountId: string, key: string | undefined, limit: number, after: string | undefined) {
    const cursor = after === undefined ? null : await this.#firstOf(accountId, after);
    if (after !== undefined && !cursor) throw unknownCursor('batch');
    const page = pageOf(await this.batches.listFirsts(accountId, key, limit + 1, cursor), limit);
    return listView(await this.#views(accountId, page.rows), page.hasMore);
  }

  /** Reads a batch with its outcomes. @throws DomainError not_found */
  async read(accountId: string, id: string) {
    const first = await this.#find(accountId, id);
    const [view, outcomes] = await Promise.all([
      this.#view(accountId, first),
      this.#ids(accountId, first).then((ids) => this.calls.outcomes(ids)),
    ]);
    return { ...view, outcomes };
  }

  /** Cancels the calls that are still queued. @throws DomainError not_found */
  async cancel(accountId: string, id: string) {
    const first = await this.#find(accountId, id);
    let canceled = 0;
    // A batch at a time, so that few rows are locked at once.
    for (const batchId of await this.#ids(accountId, first)) {
      canceled += await this.unitOfWork.run(async () => {
        await this.batches.lock(accountId, batchId);
        return this.calls.cancel(batchId);
      });
    }
    const { agent, ...batch } = await this.#view(accountId, first);
    return { ...batch, agent_id: agent.id, canceled_calls: canceled };
  }

  /** Oldest call first. @throws DomainError not_found, invalid_request for an unknown `after` */
  async notReached(accountId: string, id: string, after: string | undefined) {
    const first = await this.#find(accountId, id);
    return this.exports.notReached(accountId, await this.#ids(accountId, first), after);
  }

  /** The results as CSV, in the order sent, with the name of the file. @throws DomainError not_found */
  async results(accountId: string, id: string) {
    const first = await this.#find(accountId, id);
    const lines = this.exports.results(accountId, await this.#ids(accountId, first));
    return { name: `results-${first.id}.csv`, lines };
  }

  /** Cost, finish time and waits of `calls` calls. @throws DomainError as queuing a batch does */
  async estimate(accountId: string, { calls, ...request }: EstimateRequest) {
    const { agentId, test, scheduledFor } = request;
    const agent = await this.unitOfWork.run(() => this.agents.forCalling(accountId, agentId ?? null));
    await this.calls.requireSpeech(accountId, agent, test);
    const retry = await this.calls.retryFor(accountId, request);
    const { held, estimatedAttempts, estimatedCredits, estimatedFinishAt } = await this.calls.estimate(
      { accountId, agent, test, scheduledFor, retry },
      calls,
    );
    return {
      object: 'estimate' as const,
      estimated_attempts: estimatedAttempts,
      estimated_credits: estimatedCredits,
      estimated_finish_at: estimatedFinishAt,
      held,
    };
  }

  async #firstOf(accountId: string, id: string): Promise<BatchState | null> {
    return (await this.batches.firstOf(accountId, [id])).get(id) ?? null;
  }

  async #find(accountId: string, id: string): Promise<BatchState> {
    const first = await this.#firstOf(accountId, id);
    if (!first) throw batchNotFound();
    return first;
  }

  async #ids(accountId: string, first: BatchState): Promise<string[]> {
    return (await this.batches.uploads(accountId, [first])).flat().map(({ id }) => id);
  }

  async #view(accountId: string, first: BatchState) {
    const [view] = await this.#views(accountId, [first]);
    if (!view) throw batchNotFound();
    return view;
  }

  async #views(accountId: string, firsts: readonly BatchState[]) {
    const uploads = await this.batches.uploads(accountId, firsts);
    const [counts, names] = await Promise.all([
      this.calls.counts(uploads.flat().map(({ id }) => id)),
      this.agents.names([...new Set(firsts.map(({ agentId }) => agentId))]),
    ]);
    return uploads.flatMap((batches) => {
      const [first] = batches;
      if (!first) return [];
      const shown = { ...first, name: uploadName(first) };
      const counted = sumOfCounts(batches.flatMap(({ id }) => counts.get(id) ?? []));
      const agent = { id: first.agentId, name: names.get(first.agentId) ?? '' };
      return [{ ...batchView(shown, counted), agent }];
    });
  }
}
