import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock';
import { innerRequestOf } from '../inner-requests';
import type { Principal, ServiceRequest } from '../request-context';
import { RATE_LIMIT, type RateBound, type RateDecision, type SlidingLog } from './sliding-log';

export abstract class RateLog implements SlidingLog {
  abstract admit: SlidingLog['admit'];
}

export const REQUEST_BOUNDS: Readonly<Record<Principal['kind'], RateBound>> = {
  key: RATE_LIMIT,
  session: { ...RATE_LIMIT, max: 600 },
};

type Sender = Pick<Principal, 'id' | 'kind'>;

/** Counts each request once, by its key or session (R92). */
@Injectable()
export class RequestCounts {
  constructor(
    private readonly log: RateLog,
    private readonly clock: Clock,
  ) {}

  /** Counts while the sender is still being identified, which saves a round trip. */
  begin(request: ServiceRequest, expected: Sender): void {
    if (innerRequestOf(request)) return;
    request.count = { senderId: expected.id, decision: this.#admit(expected) };
  }

  count({ count }: ServiceRequest, sender: Sender): Promise<RateDecision> {
    return count?.senderId === sender.id ? count.decision : this.#admit(sender);
  }

  #admit({ id, kind }: Sender): Promise<RateDecision> {
    return this.log.admit(id, this.clock.nowMs(), REQUEST_BOUNDS[kind]);
  }
}
