import { Injectable } from '@nestjs/common';
import { Agents } from '../../agents';
import { type BatchRow, CallBatches, type RejectedRow } from '../../calls';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { listView, pageOf, unknownCursor } from '../../platform/http/answers/lists';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { DomainError, MAX_PROBLEMS, shownField } from '../../platform/kernel/domain-error';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import type { Warning } from '../../platform/kernel/warning';
import type { BatchState } from '../domain/batch';
import { BatchRepository } from '../infrastructure/batch.repository';
import { batchNotFound } from './batch-errors';
import { batchView, type BatchView, rejectedViews, type RejectedView } from './batch.view';
import { Uploads } from './uploads';

/** A request to queue a batch: its valid rows, and the invalid ones. */
export interface NewBatch {
  readonly agentId: string | undefined;
  readonly name: string | null;
  /** Makes it a part of the upload with this key; null for a batch of its own. */
  readonly uploadKey: string | null;
  readonly test: boolean;
  readonly scheduledFor: Date | undefined;
  readonly retry: RetryPolicy | undefined;
  readonly sent: number;
  readonly rows: readonly BatchRow[];
  readonly invalid: readonly RejectedRow[];
}

/** Fields that only the first answer to a POST /batches has. */
interface FirstAnswer {
  readonly warnings: readonly Warning[];
  readonly rejected: readonly RejectedView[];
}

/** Queues many calls in one request; each row has its own fate (R50). */
@Injectable()
export class Batches {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly agents: Agents,
    private readonly calls: CallBatches,
    private readonly batches: BatchRepository,
    private readonly uploads: Uploads,
  ) {}

  /** @throws DomainError invalid_request when no row is usable; the agent's errors; insufficient_credits */
  async queue(accountId: string, request: NewBatch, key: IdempotencyKey | null, operation = 'POST /batches') {
    const { replay, resourceId, first, made } = await this.idempotency.once<FirstAnswer, BatchView>(
      accountId,
      operation,
      key,
      () => this.#queueOne(accountId, request),
    );
    const view = made ?? (await this.read(accountId, resourceId));
    return { ...view, warnings: first.warnings, rejected: first.rejected, idempotent_replay: replay };
  }

  /** Predicts what a batch would do without queuing it; answers even when every row is bad. */
  async preview(accountId: string, request: NewBatch) {
    const agent = await this.unitOfWork.run(() => this.agents.forCalling(accountId, request.agentId ?? null));
    const { test, scheduledFor } = request;
    await this.calls.requireSpeech(accountId, agent, test);
    const { rows, repeated } = await this.uploads.sift(accountId, request);
    const retry = await this.calls.retryFor(accountId, request);
    const preview = await this.calls.preview({ accountId, agent, test, scheduledFor, retry }, rows);
    const rejected = [...request.invalid, ...repeated, ...preview.rejected].sort((a, b) => a.index - b.index);
    return {
      object: 'batch_preview' as const,
      total: request.sent,
      queueable: preview.queueable,
      rejected: rejectedViews(rejected),
      held: preview.held,
      estimated_attempts: preview.estimatedAttempts,
      estimated_credits: preview.estimatedCredits,
      estimated_finish_at: preview.estimatedFinishAt,
    };
  }

  /** @throws DomainError not_found */
  async read(accountId: string, id: string) {
    const batch = await this.batches.find(accountId, id);
    if (!batch) throw batchNotFound();
    return this.#view(batch);
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `startingAfter` */
  async list(accountId: string, limit: number, startingAfter?: string) {
    const after = startingAfter === undefined ? null : await this.batches.find(accountId, startingAfter);
    if (startingAfter !== undefined && !after) throw unknownCursor('batch');
    const page = pageOf(await this.batches.list(accountId, limit + 1, after), limit);
    const counts = await this.calls.counts(page.rows.map(({ id }) => id));
    return listView(
      page.rows.flatMap((batch) => {
        const counted = counts.get(batch.id);
        return counted ? [batchView(batch, counted)] : [];
      }),
      page.hasMore,
    );
  }

  /** Cancels the calls that are still queued. @throws DomainError not_found */
  async cancel(accountId: string, id: string) {
    return this.unitOfWork.run(async () => {
      const batch = await this.batches.lock(accountId, id);
      if (!batch) throw batchNotFound();
      const canceled = await this.calls.cancel(id);
      return { ...(await this.#view(batch)), canceled_calls: canceled };
    });
  }

  async #queueOne(accountId: string, request: NewBatch) {
    const { first, rows, repeated } = await this.uploads.continue(accountId, request);
    const agent = await this.agents.forCalling(accountId, request.agentId ?? null);
    const { name, test, scheduledFor } = request;
    await this.calls.requireSpeech(accountId, agent, test);
    const retry = await this.calls.retryFor(accountId, request);
    const [batchId, createdAt] = [newId('batch'), this.clock.now()];
    const { counted, rejected, warnings } = await this.calls.queue(
      { accountId, batchId, agent, test, scheduledFor, retry },
      rows,
    );
    const left = [...request.invalid, ...repeated, ...rejected].sort((a, b) => a.index - b.index);
    if (counted.total === 0) throw noUsableRow(left);
    const { uploadKey } = request;
    const uploadId = first?.id ?? null;
    const batch = {
      id: batchId,
      accountId,
      agentId: agent.id,
      name,
      test,
      total: counted.total,
      createdAt,
      uploadKey,
      uploadId,
      retry,
    };
    await this.batches.insert(batch);
    return {
      resourceId: batchId,
      first: { warnings, rejected: rejectedViews(left) },
      made: batchView(batch, counted),
    };
  }

  async #view(batch: BatchState) {
    const counted = (await this.calls.counts([batch.id])).get(batch.id);
    if (!counted) throw new Error('a batch was not counted');
    return batchView(batch, counted);
  }
}

/** 400 with the problems of all rows, for a batch without a usable one (R52). */
export function noUsableRow(rejected: readonly RejectedRow[]): DomainError {
  const errors = rejected.flatMap(({ index, code, errors: problems }) =>
    problems
      ? problems.map(({ field, message }) => ({
          field: shownField(field === 'body' ? `calls[${index}]` : `calls[${index}].${field}`),
          message,
        }))
      : [{ field: `calls[${index}].phone_number`, message: MESSAGES[code] }],
  );
  return new DomainError('invalid_request', 'No row of the batch can be queued: see details.rejected.', {
    errors: errors.slice(0, MAX_PROBLEMS),
    rejected: rejectedViews(rejected),
  });
}

const MESSAGES: Readonly<Record<RejectedRow['code'], string>> = {
  invalid_request: 'is not valid',
  call_already_queued: 'already has a waiting call',
  duplicate_in_batch: 'stands in the batch before',
  do_not_call: 'asked not to be called',
};
