import { Injectable } from '@nestjs/common';
import { Credits } from '../../credits';
import { Outbox } from '../../platform/events/outbox';
import { analysisPrice } from '../domain/human-analysis';
import type { HumanCallState } from '../domain/human-call-state';

/** What an analysis costs: reserved before it, and charged only on success (R44). */
@Injectable()
export class HumanAnalysisPrice {
  constructor(
    private readonly credits: Credits,
    private readonly outbox: Outbox,
  ) {}

  /** In the current transaction. False: the account has too few credits. */
  async reserve({ id, accountId }: HumanCallState, recordedSeconds: number): Promise<boolean> {
    const { analysis: perMinute } = await this.credits.rates(accountId);
    const price = analysisPrice(recordedSeconds, perMinute);
    return this.credits.reserveExact(accountId, subjectOf(id), price);
  }

  /** In the current transaction; returns what was charged. */
  async settle({ id, accountId }: HumanCallState, recordedSeconds: number, hasSucceeded: boolean) {
    const charged = await this.credits.settleExact({
      accountId,
      subjectId: subjectOf(id),
      callId: id,
      charged: hasSucceeded,
      description: `Analysis of a human call, ${recordedSeconds} s recorded`,
    });
    // Credits that were reserved for the analysis may let waiting calls go.
    if (!hasSucceeded) await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    return charged;
  }
}

/** Ledger subject of the analysis; the call's own talk uses the call id. */
function subjectOf(callId: string): string {
  return `${callId}.analysis`;
}
