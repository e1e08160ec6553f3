import { Injectable } from '@nestjs/common';
import { Agents, type CallableAgent } from '../../../agents';
import { dialProblem } from '../../../platform/phone-number';
import type { Carrier } from '../../../carriers';
import { SpeechReadiness } from '../../../trunks';
import type { Call } from '../../domain/call';
import { CallRepository } from '../../infrastructure/call.repository';
import type { DueCall } from '../../infrastructure/due-calls.repository';
import { AGENT_STOPPED } from '../agent-waiting-calls';

export interface CandidateTerms {
  readonly account: { readonly carrier: string; readonly countries: readonly string[] | null };
  readonly carrier: Carrier | undefined;
  readonly isOverTrunks: boolean;
  /** Why the account's trunks will dial none of them; null: they may. */
  readonly refusal: string | null;
  readonly now: Date;
}

/** Due calls of one account, locked, in queue order. */
export interface Candidates {
  /** undefined: the carrier is no longer part of the service, and none is possible. */
  readonly carrier: Carrier | undefined;
  readonly calls: readonly Call[];
  /** Calls that can still be dialed; the others have just become final. */
  readonly possible: readonly Call[];
  /** The agents of the calls, locked KEY SHARE. */
  readonly agents: ReadonlyMap<string, CallableAgent>;
}

/** Ends the due calls that can never be dialed, whatever the time, lines and credits are. */
@Injectable()
export class DialCandidates {
  constructor(
    private readonly agents: Agents,
    private readonly calls: CallRepository,
    private readonly speech: SpeechReadiness,
  ) {}

  async lock(due: readonly DueCall[], terms: CandidateTerms): Promise<Candidates> {
    const { account, isOverTrunks } = terms;
    const agents = await this.agents.forDialing([...new Set(due.map(({ agentId }) => agentId))]);
    const order = new Map(due.map(({ id }, at) => [id, at]));
    const calls = (await this.calls.lockQueued(due.map(({ id }) => id))).sort(
      (a, b) => (order.get(a.state.id) ?? 0) - (order.get(b.state.id) ?? 0),
    );
    const silent = isOverTrunks ? await this.#silent(account.carrier, agents) : NONE;
    const possible = calls.filter((call) => {
      const { agentId, phoneNumber } = call.state;
      // A simulated call can be barred by countries alone: its number was validated when it was queued.
      const isJudged = isOverTrunks || account.countries !== null;
      const barred = isJudged ? dialProblem(phoneNumber, account.countries) : undefined;
      const never = terms.refusal ?? silent.get(agentId) ?? (barred && `The number ${barred}.`);
      return isPossible(call, agents.get(agentId), never, terms);
    });
    return { carrier: terms.carrier, calls, possible, agents };
  }

  async #silent(carrier: string, agents: ReadonlyMap<string, CallableAgent>): Promise<Map<string, string>> {
    const silent = new Map<string, string>();
    for (const [id, agent] of agents) {
      const [missing] = await this.speech.missing(carrier, agent);
      if (missing) silent.set(id, missing.reason);
    }
    return silent;
  }
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Ends a call that can never be dialed, and cancels that of a stopped agent. */
function isPossible(
  call: Call,
  agent: CallableAgent | undefined,
  never: string | undefined,
  { carrier, now }: CandidateTerms,
): boolean {
  if (never !== undefined) call.failUndialable(never, now);
  else if (!carrier) call.failUndialable("The account's carrier is not part of the service any more.", now);
  else if (agent?.stoppedBy !== null) call.cancel(AGENT_STOPPED[agent?.stoppedBy ?? 'turned_off'], now);
  return !call.isFinal;
}
