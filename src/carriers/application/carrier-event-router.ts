import { Injectable } from '@nestjs/common';
import type { CarrierEvent, CarrierEventHandler, CarrierEventSink } from '../domain/carrier';

/**
 * Routes facts to the owner of the call, by the prefix of the reference: a callback may reach a process that did not
 * dial.
 */
@Injectable()
export class CarrierEventRouter implements CarrierEventSink {
  readonly #handlers = new Map<string, CarrierEventHandler>();

  /** Registers the owner of references that begin with `prefix` and an underscore, such as `call`. */
  register(prefix: string, owner: CarrierEventHandler): void {
    this.#handlers.set(prefix, owner);
  }

  /**
   * Resolves when the fact is stored.
   * @throws Error when this process has no owner for it, so that the carrier delivers it again
   */
  async accept(carrier: string, fact: CarrierEvent): Promise<void> {
    const [prefix = ''] = fact.reference.split('_', 1);
    const owner = this.#handlers.get(prefix);
    if (!owner) throw new Error(`nobody in this process owns a leg of ${prefix}`);
    await owner.handle(fact, carrier);
  }
}
