import { Injectable } from '@nestjs/common';
import { listView, pageAfter } from '../../platform/http/answers/lists';
import { DomainError } from '../../platform/kernel/domain-error';
import { type DeliveryFilter, DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventRepository } from '../infrastructure/event.repository';
import { DeliveryAttempts } from './delivery-attempts';
import { WebhookEndpoints } from './webhook-endpoints';
import { WebhookEvents } from './webhook-events';
import { deliveryView, testView } from './webhook.view';

const TEST_MESSAGE = 'This is a test of your webhook endpoint. Nothing happened, and nothing is to be done.';

/** Lists deliveries and makes test and repeated ones, for API users. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly events: WebhookEvents,
    private readonly attempts: DeliveryAttempts,
    private readonly stored: EventRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  /** Newest first. @throws DomainError invalid_request for an unknown `startingAfter` */
  async list(accountId: string, filter: DeliveryFilter, limit: number, startingAfter?: string) {
    const rows = await this.deliveries.list(accountId, filter, limit + 1, startingAfter);
    const page = await pageAfter('delivery', { rows, limit, startingAfter }, (id) =>
      this.deliveries.find(accountId, id),
    );
    return listView(page.rows.map(deliveryView), page.hasMore);
  }

  /** One attempt, without retries. @throws DomainError not_found without an endpoint */
  async test(accountId: string) {
    const endpoint = await this.endpoints.find(accountId);
    const event = await this.events.makeUnscheduled({
      accountId,
      type: 'webhook.test',
      callId: null,
      data: { message: TEST_MESSAGE },
    });
    return testView(await this.attempts.makeAlone(endpoint, event));
  }

  /**
   * A success ends the event's schedule, a failure leaves it. @throws DomainError not_found, also without an endpoint
   */
  async redeliver(accountId: string, eventId: string) {
    const event = await this.stored.find(accountId, eventId);
    if (!event) throw new DomainError('not_found', 'There is no event with this id in the account.');
    const endpoint = await this.endpoints.find(accountId);
    return deliveryView(await this.attempts.makeAlone(endpoint, event));
  }
}
