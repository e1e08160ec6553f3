import { Injectable } from '@nestjs/common';
import { LegRepository, type NewLeg } from '../infrastructure/leg.repository';
import { TrunkDispatchRepository } from '../infrastructure/trunk-dispatch.repository';

/** Channels for inbound calls, exact as those of dials. They use no slot of the trunk's call rate. */
@Injectable()
export class InboundChannels {
  constructor(
    private readonly trunks: TrunkDispatchRepository,
    private readonly legs: LegRepository,
  ) {}

  /** Whether the trunk has a free channel. Locks it until the transaction ends; the account's line row must be locked. */
  async isFree(trunkId: string): Promise<boolean> {
    const trunk = await this.trunks.lock(trunkId);
    if (!trunk?.enabled) return false;
    const inUse = await this.trunks.inUse([trunkId]);
    return inUse(trunkId) < trunk.channels;
  }

  /** Occupies the channel that {@link isFree} found, in the same transaction. */
  occupy(leg: Omit<NewLeg, 'kind' | 'trunkAttempt'>): Promise<void> {
    return this.legs.begin([{ ...leg, kind: 'inbound', trunkAttempt: 1 }]);
  }
}
