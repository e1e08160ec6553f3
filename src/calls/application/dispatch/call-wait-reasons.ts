import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../../accounts';
import { Agents } from '../../../agents';
import { WAITS_FOR_CREDITS, WAITS_FOR_NUMBER, waitsForLine } from '../../../calling';
import { Credits } from '../../../credits';
import { Clock } from '../../../platform/clock';
import { describeLocalTime } from '../../../platform/kernel/zoned-time';
import { NO_FREE_SPEECH } from '../../../trunks';
import type { CallState } from '../../domain/call-state';
import { own } from '../../../platform/kernel/own';
import { TrunkAvailability } from './trunk-availability';

type Account = Awaited<ReturnType<Accounts['get']>>;

type CallHold = NonNullable<ReturnType<CallingRules['callHold']>>;

/** Why a queued call is not dialed yet, as the API shows it. */
export interface ShownCallHold {
  /** `time` is a rule of the policy or the client's schedule. */
  readonly waitsFor: 'time' | 'number' | 'line' | 'trunk' | 'credits';
  readonly reason: string;
  /** null when no clock ends the call hold: a line, a trunk, credits, another call to the number, a limit of 0. */
  readonly until: Date | null;
}

const MESSAGES: Readonly<Record<CallHold['rule'], string>> = {
  scheduled: 'Scheduled',
  recall_gap: 'Too soon after the last call to this number',
  outside_calling_hours: 'Outside calling hours',
  daily_number_limit: 'This number was called as often as a day allows',
  daily_account_limit: 'The account has made its calls of the day',
};

const NO_CALLS = 'The operator lets this account make no calls: the limit of a day is 0.';

export function describeCallHold(callHold: CallHold, timeZone: string): string {
  const { rule, until } = callHold;
  if (CallingRules.isEndless(callHold)) return NO_CALLS;
  return `${MESSAGES[rule]}: will be called from ${describeLocalTime(until, timeZone)}`;
}

/** Describes an account hold. That of trunks is a sentence already. */
export function describeReason(reason: string, until: Date | null, timeZone: string): string {
  if (reason.endsWith('.')) return reason;
  if (reason === 'insufficient_credits') return WAITS_FOR_CREDITS;
  if (reason === 'daily_account_limit' && until === null) return NO_CALLS;
  const known: Readonly<Record<string, string>> = { ...MESSAGES, no_free_line: 'Waiting for a free line' };
  const message = own(known, reason) ?? reason;
  return until ? `${message}: will be called from ${describeLocalTime(until, timeZone)}` : `${message}.`;
}

const NUMBER_IN_USE: ShownCallHold = {
  waitsFor: 'number',
  reason: WAITS_FOR_NUMBER,
  until: null,
};

export const NO_CREDITS: ShownCallHold = {
  waitsFor: 'credits',
  reason: WAITS_FOR_CREDITS,
  until: null,
};

/** Computes call holds when they are read, from the current policy, lines, credits and history of the number (R25). */
@Injectable()
export class CallWaitReasons {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly agents: Agents,
    private readonly trunks: TrunkAvailability,
  ) {}

  /** The call hold of each waiting call. All calls must belong to the account. */
  async of(accountId: string, calls: readonly CallState[]): Promise<Map<string, ShownCallHold | undefined>> {
    const waiting = calls.filter(({ status }) => status === 'queued');
    if (waiting.length === 0) return new Map();
    const callHolds = await this.#callHoldsExceptCredits(await this.accounts.get(accountId), waiting);
    const free = waiting.filter(({ id, test }) => !callHolds.has(id) && !test);
    for (const { id } of await this.#withoutCredits(accountId, free)) callHolds.set(id, NO_CREDITS);
    return callHolds;
  }

  /** The call hold of a call that is being queued, apart from credits, which the caller has already checked. */
  async ofNew(call: CallState, account: Account): Promise<ShownCallHold | undefined> {
    return (await this.#callHoldsExceptCredits(account, [call])).get(call.id);
  }

  async #callHoldsExceptCredits(
    account: Account,
    waiting: readonly CallState[],
  ): Promise<Map<string, ShownCallHold | undefined>> {
    const numbers = waiting.map(({ phoneNumber }) => phoneNumber);
    const rules = CallingRules.of(account);
    const { state, facts } = await this.lines.standing(account.id, rules.policy, numbers);
    const trunk = await this.trunks.reason(account, rules.timeZone);
    const now = this.clock.now();
    const callHoldOf = (call: CallState, known: ReturnType<typeof facts>): ShownCallHold | undefined => {
      const { test } = call;
      const callHold = rules.callHold(known, now, scheduleOf(call), test);
      if (callHold) {
        const until = CallingRules.isEndless(callHold) ? null : callHold.until;
        return { waitsFor: 'time', reason: reasonOf(call, callHold, rules), until };
      }
      if (!test && known.inProgress.length > 0) return NUMBER_IN_USE;
      const lines = rules.lines(test);
      const used = test ? state.testLinesInUse : state.linesInUse + state.humansReady;
      if (used >= lines) return { waitsFor: 'line', reason: waitsForLine(lines), until: null };
      return test || trunk === null ? undefined : { waitsFor: 'trunk', reason: trunk, until: null };
    };
    const callHolds = new Map<string, ShownCallHold | undefined>();
    for (const call of waiting) {
      const known = facts(call.phoneNumber);
      // A call that was dialed since its row was read uses the line, the number, the counts and the credits itself.
      const isDialed = known.inProgress.includes(call.id);
      const callHold = isDialed ? undefined : callHoldOf(call, known);
      if (isDialed || callHold) callHolds.set(call.id, callHold);
    }
    const free = waiting.filter(({ id, test }) => !callHolds.has(id) && !test);
    for (const { id } of await this.trunks.withoutSpeech(account, free)) {
      callHolds.set(id, { waitsFor: 'trunk', reason: NO_FREE_SPEECH, until: null });
    }
    return callHolds;
  }

  async #withoutCredits(accountId: string, calls: readonly CallState[]): Promise<CallState[]> {
    if (calls.length === 0) return [];
    const [engines, { available, rates }] = await Promise.all([
      this.agents.engines([...new Set(calls.map(({ agentId }) => agentId))]),
      this.credits.standing(accountId),
    ]);
    return calls.filter(({ agentId }) => available < (own(rates.aiCall, engines.get(agentId) ?? '') ?? 0n));
  }
}

/** End of the client's schedule, or of the backoff after a refusal. */
export function scheduleOf(call: CallState): Date | null {
  if (call.heldBy === 'refused' && call.dueAt > call.queuedFrom) return call.dueAt;
  return call.queuedFrom > call.createdAt ? call.queuedFrom : null;
}

function reasonOf(call: CallState, callHold: CallHold, rules: CallingRules): string {
  if (callHold.rule === 'scheduled' && call.heldBy === 'refused' && call.statusReason !== null)
    return call.statusReason;
  return describeCallHold(callHold, rules.timeZone);
}
