import { Injectable } from '@nestjs/common';
import { People, spokenNotice } from '../../../accounts';
import type { CallableAgent } from '../../../agents';
import { ringingDeadline, writeReference } from '../../../calling';
import {
  type Carrier,
  INBOUND_REFUSALS,
  type InboundAnswer,
  type InboundRejection,
  type RoutedInboundCall,
} from '../../../carriers';
import { Credits } from '../../../credits';
import { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import { decimalOf } from '../../../platform/kernel/amount';
import type { SpeechStreamPair } from '../../../shared-kernel/leg-allocation';
import type { Call } from '../../domain/call';
import { ANONYMOUS } from '../../domain/call-state';
import {
  INBOUND_ATTEMPT,
  inboundCall,
  type NewInboundCall,
  refusedInboundCall,
} from '../../domain/inbound-call';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallFinisher } from '../call-finisher';
import { TestMinutes } from '../trial/test-minutes';
import { InboundCapacity, type LockedOffer } from './inbound-capacity';
import { TalkPreparation } from '../talks/talk-preparation';

interface Refusal {
  readonly why: InboundRejection;
  /** Where the refusal has no reason of its own. */
  readonly reason?: string;
}

interface Answering {
  readonly agent: CallableAgent;
  readonly carrier: Carrier;
  readonly speech: SpeechStreamPair;
}

/** How long an agent may talk with a caller. */
@Injectable()
export class InboundGrants {
  constructor(
    private readonly credits: Credits,
    private readonly minutes: TestMinutes,
  ) {}

  /** The rejection when no minute is left. Reserves nothing. */
  async rejection(account: LockedOffer['account'], agent: CallableAgent, test: boolean) {
    if (test) return (await this.minutes.secondsLeft(account)) === 0 ? 'no_minutes' : null;
    const { available, rates } = await this.credits.standing(account.id);
    return available < agent.price(rates.aiCall) ? 'no_credits' : null;
  }

  /** Reserves credits; a test uses the minutes of voice tests. null: there are none left. */
  async of(callId: string, account: LockedOffer['account'], agent: CallableAgent, test: boolean) {
    if (test) {
      const secondsLeft = await this.minutes.secondsLeft(account);
      const maxTalkSeconds = Math.min(60 * agent.maxMinutes, secondsLeft);
      return secondsLeft === 0 ? null : { maxTalkSeconds, creditsLimitTalk: false, pricePerMinute: '0' };
    }
    const [grant] = await this.credits.reserve(account.id, ({ aiCall }) => [
      { subjectId: callId, pricePerMinute: agent.price(aiCall), maxMinutes: agent.maxMinutes },
    ]);
    if (!grant) return null;
    return {
      maxTalkSeconds: grant.minutes * 60,
      creditsLimitTalk: grant.minutes < agent.maxMinutes,
      pricePerMinute: decimalOf(grant.pricePerMinute),
    };
  }
}

/** Stores calls that come in, in the transaction of the decision. */
@Injectable()
export class InboundCallStore {
  constructor(
    private readonly clock: Clock,
    private readonly people: People,
    private readonly grants: InboundGrants,
    private readonly capacity: InboundCapacity,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
    private readonly talks: TalkPreparation,
  ) {}

  /** Refuses the call after all when credits cover no minute. */
  async admit(locked: LockedOffer, { agent, carrier, speech }: Answering): Promise<InboundAnswer> {
    const { offer, account, rules } = locked;
    const { callId, accountId } = offer;
    const arrived = await this.#newCallOf(offer);
    const grant = await this.grants.of(callId, account, agent, arrived.test);
    if (!grant) return this.refuse(locked, { why: arrived.test ? 'no_minutes' : 'no_credits' }, arrived);
    const now = this.clock.now();
    const terms = {
      ...grant,
      agentVersion: agent.version,
      watchdogAt: ringingDeadline(now.getTime(), carrier),
    };
    const call = inboundCall(arrived, terms, now);
    const legId = newId('leg');
    await this.#store(call);
    const notice = arrived.test ? null : spokenNotice(account);
    const talkTerms = { now, timeZone: rules.timeZone, accountName: account.name, notice };
    const talk = await this.talks.prepare(call.state, agent, talkTerms);
    await this.capacity.occupy(locked, legId, speech, now);
    return {
      kind: 'admitted',
      call: {
        reference: writeReference({ callId, attempt: INBOUND_ATTEMPT }),
        legId,
        accountId,
        record: account.recording,
        countries: account.countries,
        speech,
        ...talk,
      },
    };
  }

  /** Refuses a call that the agent cannot answer. Missing credits come before that reason. */
  async refuseForAgent(locked: LockedOffer, agent: CallableAgent, reason: string): Promise<InboundAnswer> {
    const { account, offer } = locked;
    const unpaid = await this.grants.rejection(account, agent, offer.interpretation.isTrial === true);
    return this.refuse(locked, unpaid ? { why: unpaid } : { why: 'agent', reason });
  }

  async refuse(
    locked: LockedOffer,
    { why, reason }: Refusal,
    arrived?: NewInboundCall,
  ): Promise<InboundAnswer> {
    const { offer } = locked;
    const { becomes, reason: known } = INBOUND_REFUSALS[why];
    const at = this.clock.now();
    const refused = arrived ?? (await this.#newCallOf(offer));
    await this.#store(refusedInboundCall(refused, becomes, reason ?? known ?? '', at));
    await this.capacity.turnAway(locked, at);
    return { kind: 'refused', why };
  }

  async #store(call: Call): Promise<void> {
    await this.calls.insert([call.state]);
    await this.finisher.store([call]);
  }

  async #newCallOf(offer: RoutedInboundCall): Promise<NewInboundCall> {
    const { callId: id, accountId, agentId, carrier, trunkName, at: arrivedAt } = offer;
    const { caller: phoneNumber, called: accountNumber } = offer.interpretation;
    const contact =
      phoneNumber === ANONYMOUS ? null : await this.people.leads.onlyOneWith(accountId, phoneNumber);
    const test = offer.interpretation.isTrial === true;
    return {
      id,
      accountId,
      agentId,
      phoneNumber,
      accountNumber,
      carrier,
      trunkName,
      contact,
      arrivedAt,
      test,
    };
  }
}
