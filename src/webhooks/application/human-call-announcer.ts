import { Injectable } from '@nestjs/common';
import { HumanCallAnnouncer } from '../../human-calls';
import { WebhookEvents } from './webhook-events';

type AnalysedHumanCall = Parameters<HumanCallAnnouncer['announce']>[0][number];

/** Makes `human_call.analysis_ready`, in the transaction that ends the analysis (R62). */
@Injectable()
export class WebhookHumanCallAnnouncer extends HumanCallAnnouncer {
  constructor(private readonly events: WebhookEvents) {
    super();
  }

  override async announce(calls: readonly AnalysedHumanCall[]): Promise<void> {
    await this.events.make(
      calls.map(({ accountId, call }) => ({
        accountId,
        type: 'human_call.analysis_ready',
        callId: call.id,
        data: call,
      })),
    );
  }
}
