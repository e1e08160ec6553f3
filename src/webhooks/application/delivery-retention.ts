import { Injectable } from '@nestjs/common';
import { Retention } from '../../platform/retention';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventRepository } from '../infrastructure/event.repository';

/**
 * Forgets attempts and what events said when they are older than RETENTION_DAYS. That each call had its one event stays,
 * as a row without a body.
 */
@Injectable()
export class DeliveryRetention {
  constructor(
    private readonly retention: Retention,
    private readonly events: EventRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  async run(): Promise<void> {
    await this.retention.run((before, limit) => this.deliveries.forget(before, limit));
    await this.retention.run((before, limit) => this.events.removeOldTests(before, limit));
    await this.retention.run((before, limit) => this.events.emptyOld(before, limit));
  }
}
