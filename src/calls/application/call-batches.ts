import { Injectable } from '@nestjs/common';
import type { CallableAgent } from '../../agents';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { TimeSlices } from '../../platform/time-slices';
import { type BatchCounts, batchCountsOf, queuedCounts } from '../domain/batch-counts';
import { type BatchRow, type RejectedRow, withoutDuplicates } from '../domain/batch-row';
import { type CallState, queuedCall } from '../domain/call-state';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import type { Warning } from '../../platform/kernel/warning';
import { BatchCallsRepository } from '../infrastructure/batch-calls.repository';
import { CallRepository } from '../infrastructure/call.repository';
import type { RetryRequest } from './attempts/retry-for';
import { CallCancellation } from './call-cancellation';
import { CallIntake } from './call-intake';
import { CallPrerequisites } from './call-prerequisites';
import { BatchPreview, type PredictionRequest } from './batch-preview';

export interface BatchTerms {
  readonly accountId: string;
  readonly batchId: string;
  readonly agent: CallableAgent;
  readonly test: boolean;
  readonly scheduledFor?: Date | undefined;
  readonly retry: RetryPolicy | null;
}

export interface QueuedRows {
  readonly counted: BatchCounts;
  readonly rejected: readonly RejectedRow[];
  readonly warnings: readonly Warning[];
}

const MAX_WARNINGS = 100;

@Injectable()
export class CallBatches {
  constructor(
    private readonly clock: Clock,
    private readonly prerequisites: CallPrerequisites,
    private readonly calls: CallRepository,
    private readonly sets: BatchCallsRepository,
    private readonly intake: CallIntake,
    private readonly previews: BatchPreview,
    private readonly cancellation: CallCancellation,
  ) {}

  /** @throws DomainError agent_cannot_talk */
  requireSpeech(accountId: string, agent: CallableAgent, test: boolean): Promise<void> {
    return this.prerequisites.requireSpeech(accountId, agent, test);
  }

  /** The policy of a batch, or of an estimate. */
  retryFor(accountId: string, request: RetryRequest): Promise<RetryPolicy | null> {
    return this.prerequisites.retryFor(accountId, request);
  }

  /**
   * Queues the usable rows in the current transaction (R50). The first row becomes the oldest call.
   * @throws DomainError insufficient_credits when there are usable rows but no minute is paid for
   */
  async queue(terms: BatchTerms, sent: readonly BatchRow[]): Promise<QueuedRows> {
    const { accountId, agent, test } = terms;
    const { rows, rejected } = await this.#sift(accountId, test, sent);
    const now = this.clock.now();
    const slices = new TimeSlices();
    const calls: CallState[] = [];
    for (const { call } of rows) {
      await slices.next();
      calls.push(queuedCall(newId('call'), accountId, agent.id, { ...call, ...terms }, now));
    }
    // PostgreSQL reads the standing while the first rows are prepared.
    const [stored, credits] = await Promise.all([
      this.calls.insert(calls, await this.intake.entries(calls)),
      this.prerequisites.standing(accountId, test),
    ]);
    const isStored = (_: unknown, at: number) => stored.has(calls[at]?.id ?? '');
    const queued = rows.filter(isStored);
    const left = rows.filter((row, at) => !isStored(row, at));
    rejected.push(...(await this.#alreadyQueued(accountId, test, left)));
    if (queued.length === 0) return { counted: queuedCounts(0), rejected, warnings: [] };
    credits?.requireOneMinute(agent.price(credits.rates.aiCall));
    await this.intake.remind(accountId);
    return {
      counted: queuedCounts(queued.length),
      rejected,
      warnings: await warningsOf(agent, queued, await this.prerequisites.providedNames(agent)),
    };
  }

  async preview(request: PredictionRequest, sent: readonly BatchRow[]) {
    const { accountId, test } = request;
    const { rows, rejected } = await this.#sift(accountId, test, sent);
    const waiting = await this.#waiting(accountId, test, rows);
    const free = rows.filter(({ call }) => !waiting.has(call.phoneNumber));
    const alreadyWaiting = rows.filter(({ call }) => waiting.has(call.phoneNumber));
    rejected.push(...alreadyWaiting.map((row) => alreadyQueued(row, waiting.get(row.call.phoneNumber))));
    const numbers = free.map(({ call }) => call.phoneNumber);
    return { queueable: free.length, rejected, ...(await this.previews.of(request, numbers)) };
  }

  /** As if none of the calls' numbers had been called. */
  estimate(request: PredictionRequest, calls: number) {
    const numbers = Array.from({ length: calls }, () => null);
    return this.previews.of(request, numbers);
  }

  /** The numbers, out of these, that calls of the batches have. */
  queuedIn(accountId: string, batchIds: readonly string[], numbers: readonly string[]): Promise<Set<string>> {
    return this.sets.queuedIn(accountId, batchIds, numbers);
  }

  outcomes(batchIds: readonly string[]) {
    return this.sets.outcomes(batchIds);
  }

  async counts(batchIds: readonly string[]): Promise<Map<string, BatchCounts>> {
    const found = await this.sets.counts(batchIds);
    const ofBatch = (id: string) => found.filter(({ batchId }) => batchId === id);
    return new Map(batchIds.map((id) => [id, batchCountsOf(ofBatch(id))]));
  }

  /** Cancels the waiting calls in the current transaction. Returns their count. */
  cancel(batchId: string): Promise<number> {
    return this.cancellation.ofBatch(batchId);
  }

  async #sift(accountId: string, test: boolean, sent: readonly BatchRow[]) {
    const { rows, rejected } = withoutDuplicates(sent);
    const numbers = rows.map(({ call }) => call.phoneNumber);
    const listed = await this.prerequisites.findListed(accountId, test, numbers);
    for (const { index, sent: phoneNumber, call } of rows) {
      if (listed.has(call.phoneNumber)) rejected.push({ index, phoneNumber, code: 'do_not_call' });
    }
    return { rows: rows.filter(({ call }) => !listed.has(call.phoneNumber)), rejected };
  }

  #waiting(accountId: string, test: boolean, rows: readonly BatchRow[]): Promise<Map<string, string>> {
    const numbers = rows.map(({ call }) => call.phoneNumber);
    return this.sets.waiting(accountId, numbers, test);
  }

  async #alreadyQueued(accountId: string, test: boolean, rows: readonly BatchRow[]): Promise<RejectedRow[]> {
    if (rows.length === 0) return [];
    const waiting = await this.#waiting(accountId, test, rows);
    return rows.map((row) => alreadyQueued(row, waiting.get(row.call.phoneNumber)));
  }
}

function alreadyQueued({ index, sent: phoneNumber }: BatchRow, callId: string | undefined): RejectedRow {
  return { index, phoneNumber, code: 'call_already_queued', ...(callId === undefined ? {} : { callId }) };
}

async function warningsOf(
  agent: CallableAgent,
  rows: readonly BatchRow[],
  provided: readonly string[],
): Promise<Warning[]> {
  const slices = new TimeSlices();
  const warnings: Warning[] = [];
  for (const { index, call } of rows) {
    await slices.next();
    for (const warning of agent.warningsFor(call.contact, call.variables, provided)) {
      if (warnings.length === MAX_WARNINGS) return warnings;
      warnings.push({ ...warning, field: `calls[${index}].${warning.field}` });
    }
  }
  return warnings;
}
