import { Injectable, Logger } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { CallingLines } from '../../accounts';
import { errorText } from '../../platform/logging';
import { type Count, Metrics } from '../../platform/metrics';
import { type Carrier, type DialResult, MediaCapacity } from '../../carriers';
import { writeReference } from '../domain/leg-reference';
import type { LegHandler } from './leg-handler';
import { ActiveLegs } from './active-legs';

/** A dial that was committed and has not been placed. */
interface LegDial {
  readonly call: {
    readonly id: string;
    readonly attempt: number;
    readonly accountId: string;
    readonly dialedAt: Date | null;
    /** Since when the call is not on hold by a time rule. */
    readonly dueAt: Date;
  };
  readonly handler: LegHandler;
  readonly carrier: Carrier;
  readonly order: (reference: string) => Promise<DialResult>;
}

/** Orders legs from carriers, each at most once. An unknown answer is looked up by the monitor, never dialed again. */
@Injectable()
export class LegDialer {
  readonly #logger = new Logger(LegDialer.name);
  readonly #waits: Histogram;
  readonly #dials: Readonly<Record<LegHandler['kind'], Count>>;

  constructor(
    private readonly legs: ActiveLegs,
    metrics: Metrics,
    private readonly lines: CallingLines,
    media: MediaCapacity,
  ) {
    media.onCount(() => legs.overTrunks);
    this.#dials = {
      ai: metrics.declare('aics_dials_total', 'Dials by what the carrier answered.', ['answer']),
      human: metrics.declare('aics_human_dials_total', 'Human calls by what the carrier answered.', [
        'answer',
      ]),
    };
    this.#waits = new Histogram({
      name: 'aics_channel_wait_seconds',
      help: 'How long calls over trunks waited, from when they were due until they had a channel.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
      registers: [metrics.registry],
    });
  }

  /** Never throws: the monitor finds what could not be stored. */
  async place({ call, handler, carrier, order }: LegDial): Promise<void> {
    const { id: callId, attempt, accountId, dialedAt, dueAt } = call;
    const leg = { callId, attempt, accountId };
    if (dialedAt && carrier.capabilities.overTrunks) {
      this.#waits.observe(Math.max(0, dialedAt.getTime() - dueAt.getTime()) / 1_000);
    }
    const name = `${handler.noun} ${leg.callId}, dial ${leg.attempt}`;
    if (dialedAt && !this.lines.isSurelyOwn(dialedAt)) {
      this.#logger.warn(`${name}: its lease ran out before the order, so it is not ordered`);
      return;
    }
    this.legs.add({ ...leg, handler, carrier });
    try {
      const answer = await order(writeReference(leg));
      this.#dials[handler.kind]({ answer: answer.kind });
      if (answer.kind === 'refused') {
        await handler.onRefused(leg, answer, carrier);
      } else if (answer.kind === 'accepted' && answer.carrierCallId !== null) {
        const isWanted = await handler.storeCarrierCallId(leg, answer.carrierCallId);
        if (!isWanted) await carrier.hangUp(writeReference(leg));
      }
    } catch (error) {
      this.#logger.warn(`${name}: ${errorText(error)}`);
    }
  }
}
