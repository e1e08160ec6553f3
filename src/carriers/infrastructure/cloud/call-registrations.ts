import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import type { CallbackHandler } from './gateway/callback-handler';
import type { CloudGateway } from './gateway/cloud-gateway';

/** Callbacks and streams find a leg for this time after its end. */
const LINGER_MS = 60_000;

/** The handlers of one call's legs at the gateway. */
export class CallRegistrations {
  readonly #legIds: string[] = [];

  constructor(
    private readonly gateway: Pick<CloudGateway, 'register' | 'unregister'>,
    private readonly events: Pick<CarrierEventQueue, 'flushed'>,
  ) {}

  readonly register = (legId: string, handler: CallbackHandler): void => {
    this.#legIds.push(legId);
    this.gateway.register(legId, handler, () => this.events.flushed());
  };

  release(): void {
    REAL_TIMERS.after(LINGER_MS, () => {
      for (const legId of this.#legIds) this.gateway.unregister(legId);
    });
  }
}
