import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules, People } from '../../accounts';
import { Agents, type CallableAgent } from '../../agents';
import { ActiveLegs, ringingDeadline, writeReference } from '../../calling';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { decimalOf } from '../../platform/kernel/amount';
import {
  type Carrier,
  Carriers,
  INBOUND_REFUSALS,
  type InboundAnswer,
  InboundCallAdmitter,
  type RoutedInboundCall,
  type InboundRejection,
  InboundRouter,
  MediaCapacity,
} from '../../carriers';
import { SpeechReadiness, SpeechStreamLimits, InboundChannels } from '../../trunks';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';
import type { Call } from '../domain/call';
import { ANONYMOUS } from '../domain/call-state';
import {
  INBOUND_ATTEMPT,
  inboundCall,
  type NewInboundCall,
  refusedInboundCall,
} from '../domain/inbound-call';
import { CallRepository } from '../infrastructure/call.repository';
import { talkOf } from './dispatch/call-dialer';
import { CallFinisher } from './call-finisher';
import { CallProgress } from './call-progress';

type Account = Awaited<ReturnType<Accounts['get']>>;

interface Refusal {
  readonly why: InboundRejection;
  /** Where the refusal has no reason of its own. */
  readonly reason?: string;
}

interface Round {
  readonly offer: RoutedInboundCall;
  readonly account: Account;
  readonly rules: CallingRules;
}

const CANNOT_ANSWER = {
  turned_off: 'The agent is turned off.',
  outbound_only: 'The agent only places calls.',
} as const;

/**
 * Stores calls that come in. A caller cannot wait, so the decision is made at once, under the lock of the account's line row:
 * a free line is the caller's, before human calls that wait for one.
 */
@Injectable()
export class InboundCallAdmission extends InboundCallAdmitter implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly lines: CallingLines,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
    private readonly progress: CallProgress,
    private readonly activeLegs: ActiveLegs,
    private readonly carriers: Carriers,
    private readonly channels: InboundChannels,
    private readonly speech: SpeechReadiness,
    private readonly streams: SpeechStreamLimits,
    private readonly capacity: MediaCapacity,
    private readonly router: InboundRouter,
  ) {
    super();
  }

  onModuleInit(): void {
    this.router.setAdmitter(this);
  }

  override async admit(offer: RoutedInboundCall): Promise<InboundAnswer> {
    const leave = this.capacity.reserveInbound();
    try {
      const answer = await this.unitOfWork.run(() => this.#decide(offer, leave !== null));
      const carrier = this.carriers.find(offer.carrier);
      if (answer.kind === 'admitted' && carrier) {
        const { callId, accountId } = offer;
        this.activeLegs.add({ callId, attempt: INBOUND_ATTEMPT, accountId, handler: this.progress, carrier });
      }
      return answer;
    } finally {
      leave?.();
    }
  }

  async #decide(offer: RoutedInboundCall, hasRoom: boolean): Promise<InboundAnswer> {
    const { accountId, agentId, interpretation: reading } = offer;
    const { linesInUse } = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const round = { offer, account, rules: CallingRules.of(account) };
    if (linesInUse >= round.rules.lines(false)) return this.#refuse(round, { why: 'no_line' });
    if (!(await this.channels.isFree(reading.trunkId))) return this.#refuse(round, { why: 'no_channel' });
    if (!hasRoom) return this.#refuse(round, { why: 'process_full' });
    const streams = await this.streams.lockForDispatch();
    const agent = (await this.agents.forDialing([agentId])).get(agentId);
    const carrier = this.carriers.find(offer.carrier);
    if (!agent || !carrier) throw new Error('the agent or the carrier of a call that came in is gone');
    const unable = await this.#unable(offer.carrier, agent);
    if (unable !== null) return this.#refuse(round, { why: 'agent', reason: unable });
    const speech = streams.take(agent);
    if (!speech) return this.#refuse(round, { why: 'no_stream' });
    return this.#admit(round, agent, carrier, speech);
  }

  /** Why the agent cannot answer; null when it can. */
  async #unable(carrier: string, agent: CallableAgent): Promise<string | null> {
    if (agent.cannotAnswer) return CANNOT_ANSWER[agent.cannotAnswer];
    const [missing] = await this.speech.missing(carrier, agent);
    return missing?.reason ?? null;
  }

  async #admit(
    round: Round,
    agent: CallableAgent,
    carrier: Carrier,
    speech: SpeechStreamPair,
  ): Promise<InboundAnswer> {
    const { offer, account, rules } = round;
    const { callId, accountId, interpretation: reading } = offer;
    const arrived = await this.#arrived(offer);
    const [grant] = await this.credits.reserve(accountId, ({ aiCall }) => [
      { subjectId: callId, pricePerMinute: agent.price(aiCall), maxMinutes: agent.maxMinutes },
    ]);
    if (!grant) return this.#refuse(round, { why: 'no_credits' }, arrived);
    const now = this.clock.now();
    const terms = {
      agentVersion: agent.version,
      maxTalkSeconds: grant.minutes * 60,
      creditsLimitTalk: grant.minutes < agent.maxMinutes,
      pricePerMinute: decimalOf(grant.pricePerMinute),
      watchdogAt: ringingDeadline(now.getTime(), carrier),
    };
    const call = inboundCall(arrived, terms, now);
    const legId = newId('leg');
    const { caller, called, trunkId } = reading;
    const dial = { callId, attempt: INBOUND_ATTEMPT };
    await this.#store(call);
    await Promise.all([
      this.lines.occupy({
        accountId,
        kind: 'inbound',
        test: false,
        at: now,
        dials: [{ ...dial, phoneNumber: caller }],
        policy: { ...rules.policy, recording: account.recording },
      }),
      this.channels.occupy({
        id: legId,
        accountId,
        ...dial,
        trunkId,
        shownNumber: called,
        phoneNumber: caller === ANONYMOUS ? null : caller,
        beganAt: now,
        speech,
      }),
    ]);
    return {
      kind: 'admitted',
      call: {
        reference: writeReference(dial),
        legId,
        accountId,
        record: account.recording,
        countries: account.countries,
        speech,
        talk: talkOf(call.state, agent, { now, timeZone: rules.timeZone, accountName: account.name }),
      },
    };
  }

  async #refuse(round: Round, { why, reason }: Refusal, arrived?: NewInboundCall): Promise<InboundAnswer> {
    const { offer, account, rules } = round;
    const { accountId, callId } = offer;
    const { becomes, reason: known } = INBOUND_REFUSALS[why];
    const at = this.clock.now();
    const call = refusedInboundCall(
      arrived ?? (await this.#arrived(offer)),
      becomes,
      reason ?? known ?? '',
      at,
    );
    await this.#store(call);
    const dials = [{ callId, attempt: INBOUND_ATTEMPT, phoneNumber: offer.interpretation.caller }];
    const policy = { ...rules.policy, recording: account.recording };
    await this.lines.turnAway({ accountId, policy, at, dials });
    return { kind: 'refused', why };
  }

  async #store(call: Call): Promise<void> {
    await this.calls.insert([call.state]);
    await this.finisher.store([call]);
  }

  async #arrived(offer: RoutedInboundCall): Promise<NewInboundCall> {
    const { callId: id, accountId, agentId, carrier, trunkName, at: arrivedAt } = offer;
    const { caller: phoneNumber, called: accountNumber } = offer.interpretation;
    const contact =
      phoneNumber === ANONYMOUS ? null : await this.people.leads.onlyOneWith(accountId, phoneNumber);
    return { id, accountId, agentId, phoneNumber, accountNumber, carrier, trunkName, contact, arrivedAt };
  }
}
