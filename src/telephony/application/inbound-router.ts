import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Metrics } from '../../platform/metrics';
import type {
  Arrival,
  InboundReason,
  InboundSink,
  InboundVerdict,
  UnrecordedReason,
} from '../domain/inbound';
import { InboundRate } from '../domain/inbound-rate';
import { NumberRepository } from '../infrastructure/number.repository';
import type { InboundCalls } from './inbound-calls';

/** Finds out whose number is called, and has the call stored: known source → trunk and number → account and agent. */
@Injectable()
export class InboundRouter implements InboundSink {
  readonly #rates = new Map<string, InboundRate>();
  #calls: InboundCalls | null = null;

  constructor(
    private readonly numbers: NumberRepository,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Registers who stores the calls. */
  serve(calls: InboundCalls): void {
    this.#calls = calls;
  }

  async take({ readings, ...arrival }: Arrival): Promise<InboundVerdict> {
    const [number] = readings.length === 0 ? [] : await this.numbers.called(readings);
    const reading = readings.find(
      ({ trunkId, called }) => trunkId === number?.trunkId && called === number.phoneNumber,
    );
    if (!number || !reading) return this.#unrecorded('unknown_number');
    const { trunkId, trunkName, accountId, agentId } = number;
    if (!this.#rateOf(trunkId).take(this.clock.nowMs(), number.inboundPerSecond)) {
      return this.#unrecorded('rate');
    }
    if (agentId === null) return this.#unrecorded('no_agent');
    if (!this.#calls) throw new Error('nobody in this process stores calls that come in');
    const answer = await this.#calls.arrive({ ...arrival, reading, trunkName, accountId, agentId });
    if (answer.kind === 'taken') return { ...answer, reading };
    this.refused(answer.why);
    return { ...answer, reading };
  }

  refused(why: InboundReason | UnrecordedReason): void {
    this.metrics.count(
      'aics_inbound_refused_total',
      'Calls that came in and were not answered by an agent.',
      {
        reason: why,
      },
    );
  }

  #unrecorded(why: UnrecordedReason): InboundVerdict {
    this.refused(why);
    return { kind: 'unrecorded', why };
  }

  #rateOf(trunkId: string): InboundRate {
    const rate = this.#rates.get(trunkId) ?? new InboundRate();
    this.#rates.set(trunkId, rate);
    return rate;
  }
}
