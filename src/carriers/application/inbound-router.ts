import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { type Count, Metrics } from '../../platform/metrics';
import type {
  InboundCallOffer,
  InboundRejection,
  InboundSink,
  InboundDecision,
  NumberInterpretation,
  UnrecordedReason,
} from '../domain/inbound';
import { TokenBucket } from '../domain/token-bucket';
import { type CalledNumber, NumberRepository, TrialTrunks } from '../../trunks';
import type { InboundCallAdmitter } from './inbound-call-admitter';

/** The limit of a trial phone; the same as of any trunk. */
const INBOUND_PER_SECOND = 10;

/** Routes calls of trial phones, which have no number. */
@Injectable()
export class TrialRoutes {
  #agentOf: (accountId: string) => Promise<string | null> = () => Promise.resolve(null);

  constructor(private readonly trunks: TrialTrunks) {}

  /** Names the default agent of an account, which an upper context knows. */
  setDefaultAgent(agentOf: (accountId: string) => Promise<string | null>): void {
    this.#agentOf = agentOf;
  }

  async findCalled({ trunkId, called: phoneNumber }: NumberInterpretation): Promise<CalledNumber[]> {
    const trunk = await this.trunks.byTrunk(trunkId);
    const { trialOf: accountId, trialAgentId, name: trunkName } = trunk ?? {};
    if (!accountId || !trunkName) return [];
    const agentId = trialAgentId ?? (await this.#agentOf(accountId));
    return [{ trunkId, phoneNumber, trunkName, accountId, agentId, inboundPerSecond: INBOUND_PER_SECOND }];
  }
}

/** Routes an inbound call: known source → trunk and number → account and agent. Then has it stored. */
@Injectable()
export class InboundRouter implements InboundSink {
  readonly #rates = new Map<string, TokenBucket>();
  readonly #refused: Count;
  #admitter: InboundCallAdmitter | null = null;

  constructor(
    private readonly numbers: NumberRepository,
    private readonly trial: TrialRoutes,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly config: Config,
  ) {
    const help = 'Calls that came in and were not answered by an agent.';
    this.#refused = metrics.declare('aics_inbound_refused_total', help, ['reason']);
  }

  setAdmitter(calls: InboundCallAdmitter): void {
    this.#admitter = calls;
  }

  async decide({
    interpretations: readings,
    phoneInterpretations,
    ...arrival
  }: InboundCallOffer): Promise<InboundDecision> {
    if (!this.config.dispatch) return this.#rejectUnrecorded('dispatch_off');
    const [first] = readings;
    const [number] = first?.isTrial ? await this.trial.findCalled(first) : await this.#findCalled(readings);
    const reading = readings.find(
      ({ trunkId, called }) => trunkId === number?.trunkId && called === number.phoneNumber,
    );
    if (!number || !reading) {
      const [phone] = await this.#findCalled(phoneInterpretations?.() ?? []);
      return phone
        ? { kind: 'challenged', trunkId: phone.trunkId }
        : this.#rejectUnrecorded('unknown_number');
    }
    const { trunkId, trunkName, accountId, agentId } = number;
    if (!this.#rateOf(trunkId).acquire(this.clock.nowMs(), number.inboundPerSecond)) {
      return this.#rejectUnrecorded('rate');
    }
    if (agentId === null) return this.#rejectUnrecorded('no_agent');
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

  async #findCalled(readings: InboundCallOffer['interpretations']) {
    return readings.length === 0 ? [] : this.numbers.findCalled(readings);
  }

  countRejection(why: InboundRejection | UnrecordedReason): void {
    this.#refused({ reason: why });
  }

  #rejectUnrecorded(why: UnrecordedReason): InboundDecision {
    this.countRejection(why);
    return { kind: 'unrecorded', why };
  }

  #rateOf(trunkId: string): TokenBucket {
    const rate = this.#rates.get(trunkId) ?? new TokenBucket();
    this.#rates.set(trunkId, rate);
    return rate;
  }
}
