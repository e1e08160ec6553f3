import { Injectable } from '@nestjs/common';
import { BatchWriter } from '../database/batch-loader';
import { UnitOfWork } from '../database/unit-of-work';
import type { DomainEvent } from '../kernel/domain-event';
import { OutboxNotifier } from './outbox-notifier';

/** Stores domain events in the transaction of the change they report. The relay forwards them. */
@Injectable()
export class Outbox {
  readonly #added: BatchWriter<DomainEvent>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly notifier: OutboxNotifier,
  ) {
    this.#added = new BatchWriter(unitOfWork, (events) => this.#add(events));
  }

  add(events: readonly DomainEvent[]): Promise<void> {
    return this.#added.add(events);
  }

  async #add(events: readonly DomainEvent[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO outbox (type, payload)
       SELECT type, payload::jsonb FROM unnest($1::text[], $2::text[]) AS event (type, payload)`,
      [events.map(({ type }) => type), events.map(({ payload }) => JSON.stringify(payload))],
    );
    this.unitOfWork.afterCommit(() => this.notifier.notify());
  }
}
