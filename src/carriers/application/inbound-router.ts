import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { Metrics } from '../../platform/metrics';
import type {
  InboundCallOffer,
  InboundRejection,
  InboundSink,
  InboundDecision,
  UnrecordedReason,
} from '../domain/inbound';
import { TokenBucket } from '../domain/token-bucket';
import { NumberRepository } from '../../trunks';
import type { InboundCallAdmitter } from './inbound-call-admitter';

/** Routes an inbound call: known source → trunk and number → account and agent. Then has it stored. */
@Injectable()
export class InboundRouter implements InboundSink {
  readonly #rates = new Map<string, TokenBucket>();
  #admitter: InboundCallAdmitter | null = null;

  constructor(
    private readonly numbers: NumberRepository,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  setAdmitter(calls: InboundCallAdmitter): void {
    this.#admitter = calls;
  }

  async decide({ interpretations: readings, ...arrival }: InboundCallOffer): Promise<InboundDecision> {
    if (!this.config.dispatch) return this.#unrecorded('dispatch_off');
    const [number] = readings.length === 0 ? [] : await this.numbers.called(readings);
    const reading = readings.find(
      ({ trunkId, called }) => trunkId === number?.trunkId && called === number.phoneNumber,
    );
    if (!number || !reading) return this.#unrecorded('unknown_number');
    const { trunkId, trunkName, accountId, agentId } = number;
    if (!this.#rateOf(trunkId).acquire(this.clock.nowMs(), number.inboundPerSecond)) {
      return this.#unrecorded('rate');
    }
    if (agentId === null) return this.#unrecorded('no_agent');
    if (!this.#admitter) throw new Error('nobody in this process stores calls that come in');
    const answer = await this.#admitter.admit({
      ...arrival,
      interpretation: reading,
      trunkName,
      accountId,
      agentId,
    });
    if (answer.kind === 'admitted') return { ...answer, interpretation: reading };
    this.countRejection(answer.why);
    return { ...answer, interpretation: reading };
  }

  countRejection(why: InboundRejection | UnrecordedReason): void {
    this.metrics.count(
      'aics_inbound_refused_total',
      'Calls that came in and were not answered by an agent.',
      {
        reason: why,
      },
    );
  }

  #unrecorded(why: UnrecordedReason): InboundDecision {
    this.countRejection(why);
    return { kind: 'unrecorded', why };
  }

  #rateOf(trunkId: string): TokenBucket {
    const rate = this.#rates.get(trunkId) ?? new TokenBucket();
    this.#rates.set(trunkId, rate);
    return rate;
  }
}
