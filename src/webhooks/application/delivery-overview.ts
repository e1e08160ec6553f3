import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { DomainError } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { FailedEventsRepository } from '../infrastructure/failed-events.repository';
import { namingHeaders } from '../../platform/outbound/signature';
import { FIXED_HEADERS } from '../infrastructure/webhook-client';
import { DeliveryWaker } from './delivery-waker';
import { WebhookEndpoints } from './webhook-endpoints';
import { deliveryStoryView } from './webhook.view';
import { DAY_MS } from '../../platform/kernel/time/durations';

const MAX_REDELIVERED = 1_000;

/** Shows statistics and details of an account's deliveries in the console. */
@Injectable()
export class DeliveryOverview {
  readonly #retries: number;

  constructor(
    @Inject(Config) config: Pick<Config, 'webhookRetrySchedule'>,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly waker: DeliveryWaker,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: DeliveryRepository,
    private readonly failed: FailedEventsRepository,
  ) {
    this.#retries = config.webhookRetrySchedule.length;
  }

  /** @throws DomainError not_found */
  async story(accountId: string, id: string) {
    const story = await this.deliveries.story(accountId, id);
    if (!story) throw new DomainError('not_found', 'There is no delivery with this id in the account.');
    return deliveryStoryView(story, { ...FIXED_HEADERS, ...namingHeaders(story.eventId, story.at) });
  }

  /** Attempts made, and failed events made, since an instant; the last 24 hours when absent. */
  async stats(accountId: string, requestedSince?: Date) {
    const since = requestedSince ?? new Date(this.clock.nowMs() - DAY_MS);
    const [{ attempts, failed }, failedEvents] = await Promise.all([
      this.deliveries.countSince(accountId, since),
      this.failed.count(accountId, since),
    ]);
    const delivered = attempts - failed;
    return {
      object: 'webhook_stats' as const,
      since: formatInstant(since),
      attempts,
      delivered,
      success_rate: attempts === 0 ? null : delivered / attempts,
      failed_events: failedEvents,
    };
  }

  /** Makes at most 1,000 events due that were tried and never delivered. @throws DomainError not_found */
  async redeliverFailed(accountId: string, since: Date) {
    return this.unitOfWork.run(async () => {
      // Locked, so that a DELETE drops what becomes due here.
      await this.endpoints.lockShared(accountId);
      const now = this.clock.now();
      const what = { accountId, since, now, limit: MAX_REDELIVERED, retries: this.#retries };
      const { events, more } = await this.failed.makeDue(what);
      if (events > 0) await this.waker.afterCommit([accountId]);
      return { object: 'redelivery' as const, events, more };
    });
  }
}
