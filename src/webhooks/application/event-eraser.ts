import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventRepository } from '../infrastructure/event.repository';

/** Erases a contact from events: clears bodies, drops pending events and removes deliveries. */
@Injectable()
export class EventEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly events: EventRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  onModuleInit(): void {
    this.erasers.register('webhooks', this);
  }

  async erase({ accountId, callIds }: Erasure) {
    return {
      events_dropped: await this.events.dropOf(accountId, callIds),
      events: await this.events.emptyOf(accountId, callIds),
      deliveries: await this.deliveries.forgetOf(accountId, callIds),
    };
  }
}
