import { Injectable } from '@nestjs/common';
import { Outbox } from '../../platform/events/outbox';
import { UnitOfWork } from '../../platform/database/unit-of-work';

type Wake = (accountId: string) => void;

/**
 * Starts the deliveries of accounts with new events: at once after the commit in a process that delivers, else through
 * the outbox. A process that is killed in between leaves the events to the sweep of another one.
 */
@Injectable()
export class DeliveryWaker {
  #wakeHere: Wake | null = null;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {}

  /** `wake` must not throw. null: this process delivers no longer. */
  use(wake: Wake | null): void {
    this.#wakeHere = wake;
  }

  /** Called in the transaction that stores the events. */
  async afterCommit(accountIds: readonly string[]): Promise<void> {
    const wake = this.#wakeHere;
    if (wake) this.unitOfWork.afterCommit(() => accountIds.forEach(wake));
    else
      await this.outbox.add(
        accountIds.map((accountId) => ({ type: 'webhook.events_made', payload: { accountId } })),
      );
  }
}
