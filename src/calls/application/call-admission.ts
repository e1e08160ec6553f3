import { Injectable } from '@nestjs/common';
import { CallingLines, type CallingRules } from '../../accounts';
import type { CallableAgent } from '../../agents';
import { ringingDeadline } from '../../calling';
import { Credits } from '../../credits';
import { type Amount, decimalOf } from '../../platform/kernel/amount';
import type { Carrier } from '../../telephony';
import type { Call } from '../domain/call';
import type { Dial } from './call-dialer';

/** How long a call may talk, and the price of a minute. */
interface TalkGrant {
  readonly minutes: number;
  readonly pricePerMinute: Amount;
}

/** What all calls of one dispatcher round share. */
interface AdmissionTerms {
  readonly accountId: string;
  readonly carrier: Carrier;
  readonly rules: CallingRules;
  readonly test: boolean;
  /** Keyed by agent id. */
  readonly agents: ReadonlyMap<string, CallableAgent>;
  readonly now: Date;
}

/** Moves calls that the policy allows to dialing. Each gets a line and a reservation of credits. */
@Injectable()
export class CallAdmission {
  constructor(
    private readonly lines: CallingLines,
    private readonly credits: Credits,
  ) {}

  /** Reserves credits and dials in queue order until the credits run out. */
  async dial(
    { accountId, carrier, rules, test, agents, now }: AdmissionTerms,
    calls: readonly Call[],
  ): Promise<Dial[]> {
    if (calls.length === 0) return [];
    const grants = await this.#grants(accountId, test, calls, agents);
    const dials: Dial[] = [];
    calls.forEach((call, at) => {
      const agent = agents.get(call.state.agentId);
      const grant = grants[at];
      if (!agent || !grant) return;
      const { minutes } = grant;
      const watchdogAt = ringingDeadline(now.getTime(), carrier);
      const terms = {
        agentVersion: agent.version,
        maxTalkSeconds: minutes * 60,
        creditsLimitTalk: minutes < agent.maxMinutes,
        pricePerMinute: decimalOf(grant.pricePerMinute),
        carrier: carrier.name,
        watchdogAt,
      };
      if (call.state.heldBy !== null) call.release(now);
      if (call.dial(terms, now)) dials.push({ call: call.state, agent, carrier, timeZone: rules.timeZone });
    });
    if (dials.length > 0) {
      await this.lines.take({
        accountId,
        kind: 'ai',
        test,
        policy: rules.policy,
        at: now,
        dials: dials.map(({ call }) => ({
          callId: call.id,
          attempt: call.attempt,
          phoneNumber: call.phoneNumber,
        })),
      });
    }
    return dials;
  }

  /** Minutes each call may talk; null for a call without credits. */
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
