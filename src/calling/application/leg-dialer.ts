import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { describeError } from '../../platform/logging';
import { Metrics } from '../../platform/metrics';
import type { Carrier, DialAnswer } from '../../telephony';
import { type LegReference, writeReference } from '../domain/leg-reference';
import type { LegOwner } from './leg-owner';
import { OwnedLegs } from './owned-legs';

/** A dial that was committed and not ordered yet. */
export interface LegDial extends LegReference {
  readonly accountId: string;
  readonly owner: LegOwner;
  readonly carrier: Carrier;
  readonly dialedAt: Date | null;
  readonly order: (reference: string) => Promise<DialAnswer>;
}

/** Orders legs from carriers, each at most once. An unknown answer is looked up by the monitor, never dialed again. */
@Injectable()
export class LegDialer {
  readonly #logger = new Logger(LegDialer.name);

  constructor(
    private readonly legs: OwnedLegs,
    private readonly metrics: Metrics,
    private readonly lines: CallingLines,
  ) {}

  /** Never throws: the monitor finds what could not be stored. */
  async order({ owner, carrier, dialedAt, order, ...leg }: LegDial): Promise<void> {
    const name = `${owner.noun} ${leg.callId}, dial ${leg.attempt}`;
    if (dialedAt && !this.lines.isSurelyOwn(dialedAt)) {
      this.#logger.warn(`${name}: its lease ran out before the order, so it is not ordered`);
      return;
    }
    this.legs.add({ ...leg, owner, carrier });
    try {
      const answer = await order(writeReference(leg));
      this.metrics.count(owner.dialsMetric.name, owner.dialsMetric.help, { answer: answer.kind });
      if (answer.kind === 'refused') {
        const { reason, temporary, counts = false } = answer;
        await owner.refused(leg, { reason, temporary, counts }, carrier);
      } else if (answer.kind === 'accepted' && answer.carrierId !== null) {
        const isWanted = await owner.keepCarrierId(leg, answer.carrierId);
        if (!isWanted) await carrier.hangUp(writeReference(leg));
      }
    } catch (error) {
      this.#logger.warn(`${name}: ${JSON.stringify(describeError(error))}`);
    }
  }
}
