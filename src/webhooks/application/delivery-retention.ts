import { Injectable } from '@nestjs/common';
import { Retention } from '../../platform/retention';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventRepository } from '../infrastructure/event.repository';

/** Removes attempts and event bodies older than RETENTION_DAYS. The event row stays, for one event per call (R14). */
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
