import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventRepository } from '../infrastructure/event.repository';

/** Takes a contact out of events: their bodies are emptied, what is pending is never sent, deliveries are removed. */
@Injectable()
export class EventEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly events: EventRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  onModuleInit(): void {
    this.erasers.offer('webhooks', this);
  }

  async erase({ accountId, callIds }: Erasure) {
    return {
      events_dropped: await this.events.dropOf(accountId, callIds),
      events: await this.events.emptyOf(accountId, callIds),
      deliveries: await this.deliveries.forgetOf(accountId, callIds),
    };
  }
}
