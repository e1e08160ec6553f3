import { Injectable } from '@nestjs/common';
import { CallingLines, type CallingRules } from '../../../accounts';
import type { CallableAgent } from '../../../agents';
import { ringingDeadline } from '../../../calling';
import { Credits } from '../../../credits';
import { type Amount, decimalOf } from '../../../platform/kernel/amount';
import type { Carrier } from '../../../carriers';
import { type LockedTrunks, TrunkChannels } from '../../../trunks';
import type { LegAllocation, SpeechStreamPair } from '../../../shared-kernel/leg-allocation';
import type { Call } from '../../domain/call';
import type { Dial } from './call-dialer';

interface TalkGrant {
  readonly minutes: number;
  readonly pricePerMinute: Amount;
}

interface AdmissionTerms {
  readonly accountId: string;
  readonly carrier: Carrier;
  readonly rules: CallingRules;
  readonly test: boolean;
  readonly agents: ReadonlyMap<string, CallableAgent>;
  readonly now: Date;
  /** The account's trunks, locked; null when its calls go over none. */
  readonly trunks: LockedTrunks | null;
  readonly record: boolean;
  readonly accountName: string;
  readonly notice: string | null;
  /** Countries whose numbers the account may call; null for all. */
  readonly countries: readonly string[] | null;
}

/** Moves calls that the policy allows to dialing. Each gets a line and a reservation of credits. */
@Injectable()
export class CallAdmission {
  constructor(
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly channels: TrunkChannels,
  ) {}

  /** Dials in queue order until the credits run out. Calls that get no trunk continue to wait. */
  async dial(
    terms: AdmissionTerms,
    calls: readonly Call[],
    speech: ReadonlyMap<Call, SpeechStreamPair>,
  ): Promise<Dial[]> {
    if (!terms.trunks) return this.#dial(terms, calls, new Map());
    const routed = await terms.trunks.route(
      calls.map(({ state }) => ({ callId: state.id, phoneNumber: state.phoneNumber })),
    );
    const legs = new Map<string, LegAllocation>();
    for (const call of calls) {
      const { id } = call.state;
      const leg = routed.get(id);
      if (leg) legs.set(id, { ...leg, speech: speech.get(call) });
    }
    const allocated = calls.filter(({ state }) => legs.has(state.id));
    return this.#dial(terms, allocated, legs);
  }

  async #dial(
    admission: AdmissionTerms,
    calls: readonly Call[],
    legs: ReadonlyMap<string, LegAllocation>,
  ): Promise<Dial[]> {
    if (calls.length === 0) return [];
    const { accountId, rules, test, agents, now, record } = admission;
    const grants = await this.#grants(accountId, test, calls, agents);
    const dials = calls.flatMap((call, at) => {
      const agent = agents.get(call.state.agentId);
      const grant = grants[at];
      return (agent && grant && dialOf(admission, call, agent, grant, legs.get(call.state.id))) ?? [];
    });
    if (dials.length === 0) return dials;
    await this.lines.occupy({
      accountId,
      kind: 'ai',
      test,
      policy: legs.size > 0 ? { ...rules.policy, recording: record } : rules.policy,
      at: now,
      dials: dials.map(({ call: { id: callId, attempt, phoneNumber } }) => ({
        callId,
        attempt,
        phoneNumber,
      })),
    });
    await this.#occupyChannels(accountId, rules.localDay(now), dials);
    return dials;
  }

  async #occupyChannels(accountId: string, day: string, dials: readonly Dial[]): Promise<void> {
    const occupied = dials.flatMap(({ call, leg }) => {
      const { id: callId, attempt, phoneNumber } = call;
      return leg ? [{ leg, callId, attempt, phoneNumber, kind: 'contact' as const }] : [];
    });
    await this.channels.take(accountId, day, occupied);
  }

  async #grants(
    accountId: string,
    test: boolean,
    calls: readonly Call[],
    agents: ReadonlyMap<string, CallableAgent>,
  ): Promise<(TalkGrant | null)[]> {
    const longest = calls.map(({ state }) => agents.get(state.agentId)?.maxMinutes ?? 0);
    // Test calls cost nothing (R15). Every other AI call is charged, whichever carrier places it.
    if (test) return longest.map((minutes) => ({ minutes, pricePerMinute: 0n }));
    return this.credits.reserve(accountId, ({ aiCall }) =>
      calls.map(({ state }, at) => ({
        subjectId: state.id,
        pricePerMinute: agents.get(state.agentId)?.price(aiCall) ?? 0n,
        maxMinutes: longest[at] ?? 0,
      })),
    );
  }
}

/** Moves the call to dialing; null when its state does not allow it. */
function dialOf(
  { carrier, rules, now, record, accountName, notice, countries }: AdmissionTerms,
  call: Call,
  agent: CallableAgent,
  { minutes, pricePerMinute }: TalkGrant,
  leg: LegAllocation | undefined,
): Dial | null {
  if (call.state.heldBy !== null) call.release(now);
  const terms = {
    agentVersion: agent.version,
    maxTalkSeconds: minutes * 60,
    creditsLimitTalk: minutes < agent.maxMinutes,
    pricePerMinute: decimalOf(pricePerMinute),
    carrier: carrier.name,
    watchdogAt: ringingDeadline(now.getTime(), carrier),
    accountNumber: leg?.routes[0].callerId ?? null,
  };
  if (!call.dial(terms, now)) return null;
  return {
    call: call.state,
    agent,
    carrier,
    timeZone: rules.timeZone,
    accountName,
    notice: leg ? notice : null,
    record,
    countries,
    ...(leg && { leg }),
  };
}
