import { Injectable } from '@nestjs/common';
import { CallAnnouncer, CallTimeline } from '../../calls';
import { WebhookEvents } from './webhook-events';

type FinalCall = Parameters<CallAnnouncer['announce']>[0][number];

/** Makes the one `call.completed` or `call.not_connected` of a call, in the transaction of its final status (R14). */
@Injectable()
export class WebhookAnnouncer extends CallAnnouncer {
  constructor(
    private readonly events: WebhookEvents,
    private readonly timeline: CallTimeline,
  ) {
    super();
  }

  override async announce(calls: readonly FinalCall[]): Promise<void> {
    if (calls.length === 0) return;
    const made = await this.events.make(
      calls.map(({ accountId, call }) => ({
        accountId,
        type: call.status === 'completed' ? 'call.completed' : 'call.not_connected',
        callId: call.id,
        data: call,
      })),
    );
    await this.timeline.add(
      made.map(({ id, callId, type, createdAt, state }) => ({
        callId: callId ?? '',
        at: createdAt,
        type: 'event_made',
        message:
          state === 'pending'
            ? `The event ${type} was made.`
            : `The event ${type} was made and kept: the account has no webhook endpoint.`,
        eventId: id,
      })),
    );
  }
}
