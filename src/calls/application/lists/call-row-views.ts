import { Injectable } from '@nestjs/common';
import { Agents } from '../../../agents';
import { Credits } from '../../../credits';
import type { CallState } from '../../domain/call-state';
import { TalkRepository } from '../../infrastructure/talk.repository';
import { CallWaitReasons } from '../dispatch/call-wait-reasons';
import { BatchNames } from './batch-names';
import { callRow } from './call-row.view';

/** What a row shows beside the call itself, read once for a page. */
@Injectable()
export class CallRowViews {
  constructor(
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly batches: BatchNames,
    private readonly talks: TalkRepository,
    private readonly callHolds: CallWaitReasons,
  ) {}

  /** All calls must belong to the account. */
  async of(accountId: string, calls: readonly CallState[]) {
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
