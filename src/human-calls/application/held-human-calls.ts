import { Injectable } from '@nestjs/common';
import type { Carrier } from '../../telephony';

/** The human calls that this process answers for; whether they are its own is said by the lease in the database. */
@Injectable()
export class HeldHumanCalls {
  readonly #calls = new Map<string, Carrier>();

  hold(callId: string, carrier: Carrier): void {
    this.#calls.set(callId, carrier);
  }

  release(callId: string): void {
    this.#calls.delete(callId);
  }

  carrierOf(callId: string): Carrier | undefined {
    return this.#calls.get(callId);
  }

  all(): { readonly callId: string; readonly carrier: Carrier }[] {
    return [...this.#calls].map(([callId, carrier]) => ({ callId, carrier }));
  }
}
