import { Injectable } from '@nestjs/common';
import type { CarrierEvent, CarrierEventHandler, CarrierEventSink } from '../domain/carrier';

/** Routes events by the prefix of their reference: a callback may reach a process that did not dial. */
@Injectable()
export class CarrierEventRouter implements CarrierEventSink {
  readonly #handlers = new Map<string, CarrierEventHandler>();

  /** `prefix` is followed by an underscore in references, such as `call`. */
  register(prefix: string, owner: CarrierEventHandler): void {
    this.#handlers.set(prefix, owner);
  }

  /** Resolves when the event is stored. @throws Error without an owner in this process, so that the carrier retries */
  async accept(carrier: string, event: CarrierEvent): Promise<void> {
    const [prefix = ''] = event.reference.split('_', 1);
    const owner = this.#handlers.get(prefix);
    if (!owner) throw new Error(`nobody in this process owns a leg of ${prefix}`);
    await owner.handle(event, carrier);
  }
}
