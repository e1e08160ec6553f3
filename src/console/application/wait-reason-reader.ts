import { Injectable } from '@nestjs/common';
import { Accounts, type CallHold, CallingLines, CallingRules } from '../../accounts';
import { Agents } from '../../agents';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { formatInstant } from '../../platform/kernel/instant';
import { own } from '../../platform/kernel/own';
import { HomeRepository, type Part, type WaitingCall } from '../infrastructure/home.repository';

/** Why a call waits now; the codes are those of a batch's dry run, where it has them. */
export type WaitReason = CallHold['rule'] | 'insufficient_credits' | 'no_free_line' | 'number_in_use';

/** `until` is the earliest end. */
export interface WaitReasonCount {
  readonly reason: WaitReason;
  readonly until: string | null;
  readonly count: number;
}

/** Calls that are judged one by one, the earliest due first. Later calls have the reason of a schedule or of the account. */
const JUDGED = 2_000;

interface Judgement {
  readonly reason: WaitReason;
  readonly until: Date | null;
}

/** Counts an account's waiting calls by the current reason (R25). */
@Injectable()
export class WaitReasonReader {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly figures: HomeRepository,
  ) {}

  async of(part: Part, waiting: number): Promise<WaitReasonCount[]> {
    if (waiting === 0) return [];
    const calls = await this.figures.waitingCalls(part, JUDGED);
    const judge = await this.#judge(part.accountId, calls);
    const groups = new Map<WaitReason, { until: Date | null; count: number }>();
    const add = (judged: Judgement | null, count: number) => {
      if (!judged || count === 0) return;
      const group = groups.get(judged.reason) ?? { until: judged.until, count: 0 };
      const isEarlier = judged.until !== null && (group.until === null || judged.until < group.until);
      groups.set(judged.reason, {
        until: isEarlier ? judged.until : group.until,
        count: group.count + count,
      });
    };
    for (const call of calls) add(judge(call), 1);
    const rest = waiting - calls.length;
    if (rest > 0) {
      const { call, count } = await this.#laterScheduled(part, calls, rest);
      add(judge(call), count);
      add(judge(null), rest - count);
    }
    return [...groups]
      .map(([reason, { until, count }]) => ({ reason, until: until && formatInstant(until), count }))
      .sort((a, b) => b.count - a.count);
  }

  /** The number of calls after the judged ones that wait for a schedule, and a call that represents them. */
  async #laterScheduled(part: Part, judged: readonly WaitingCall[], rest: number) {
    const now = this.clock.now();
    const { count, earliest } = await this.figures.scheduled(part, now);
    const known = judged.filter(({ scheduledFor }) => scheduledFor !== null && scheduledFor > now).length;
    // Number and agent do not matter: the schedule is the first rule.
    const call: WaitingCall = { phoneNumber: '', agentId: '', scheduledFor: earliest };
    return { call, count: Math.min(Math.max(0, count - known), rest) };
  }

  /** `null` stands for a call with unknown details. */
  async #judge(accountId: string, calls: readonly WaitingCall[]) {
    const rules = await this.accounts.rules(accountId);
    const numbers = [...new Set(calls.map(({ phoneNumber }) => phoneNumber))];
    const [{ state, facts }, engines, { available, rates }] = await Promise.all([
      this.lines.standing(accountId, rules.policy, numbers),
      this.agents.engines([...new Set(calls.map(({ agentId }) => agentId))]),
      this.credits.standing(accountId),
    ]);
    const now = this.clock.now();
    const isFull = state.linesInUse + state.humansReady >= rules.lines(false);
    return (call: WaitingCall | null): Judgement | null => {
      const callHold = call
        ? rules.callHold(facts(call.phoneNumber), now, call.scheduledFor, false)
        : rules.accountHold(state.dialedToday, now);
      if (callHold)
        return { reason: callHold.rule, until: CallingRules.isEndless(callHold) ? null : callHold.until };
      if (call && facts(call.phoneNumber).inProgress.length > 0)
        return { reason: 'number_in_use', until: null };
      if (isFull) return { reason: 'no_free_line', until: null };
      const prices = [...engines.values()].map((engine) => own(rates.aiCall, engine) ?? 0n);
      const price = call
        ? (own(rates.aiCall, engines.get(call.agentId) ?? '') ?? 0n)
        : prices.reduce((least, one) => (one < least ? one : least), prices[0] ?? 0n);
      return available < price ? { reason: 'insufficient_credits', until: null } : null;
    };
  }
}
