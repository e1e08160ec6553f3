import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../accounts';
import { Agents, type CallableAgent } from '../../agents';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { type Amount, decimalOf } from '../../platform/kernel/amount';
import { type Carrier, Carriers } from '../../telephony';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { AGENT_STOPPED } from './agent-waiting-calls';
import { CallDialer, type Dial } from './call-dialer';
import { CallDrain } from './call-drain';
import { CallFinisher } from './call-finisher';
import { CallJudge, LOOK_AGAIN_MS } from './call-judge';
import { dialingWatchdog } from './watchdog';

/** Dials of one transaction; more only makes it hold its locks longer. */
const AT_ONCE = 20;

/** Dials of one turn; then other accounts have theirs. */
const TURN = 100;

/** A test call runs on the simulator whatever the account's carrier. */
const TEST_CARRIER = 'simulator';

/** What a call may talk for, at which price a minute. */
interface TalkGrant {
  readonly minutes: number;
  readonly pricePerMinute: Amount;
}

/** What one look at an account's queue did. */
interface Slice {
  readonly dials: readonly Dial[];
  /** More may be dialed now. */
  readonly more: boolean;
}

/**
 * Lets waiting calls go: everything is decided again at the moment of dialing, under the lock of the account's line row;
 * only after the commit the carrier is asked, once for each dial.
 */
@Injectable()
export class CallDispatcher {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly judge: CallJudge,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly calls: CallRepository,
    private readonly dueCalls: DueCallsRepository,
    private readonly finisher: CallFinisher,
    private readonly dialer: CallDialer,
    private readonly drain: CallDrain,
  ) {}

  /**
   * Gives an account its turn; true when it has more to dial and should have another after the others.
   * @throws Error when this process was asked to stop: then the queue gives the turn to another one.
   */
  async turn(accountId: string): Promise<boolean> {
    let dialed = 0;
    for (const test of [true, false]) {
      // A look without a lock first: most wake-ups find nothing in the lane of the test calls.
      if (!(await this.dueCalls.isAnyDue(accountId, test, this.clock.now()))) continue;
      for (let more = true; more && dialed < TURN;) {
        const slice = await this.drain.look(() => this.#slice(accountId, test));
        // Not awaited: what a carrier takes to answer is not this account's queue's time.
        for (const dial of slice.dials) void this.dialer.ask(dial);
        dialed += slice.dials.length;
        ({ more } = slice);
      }
    }
    return dialed >= TURN;
  }

  async #slice(accountId: string, test: boolean): Promise<Slice> {
    const state = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const dialedToday = state.dialedToday(rules.policy);
    const now = this.clock.now();
    if (!test) {
      const hold = rules.accountHold(dialedToday, now);
      if (hold) {
        const until = CallingRules.isEndless(hold) ? null : hold.until;
        await this.#holdAccount(accountId, test, hold.rule, until);
        return NOTHING;
      }
    }
    const used = test ? state.testLinesInUse : state.linesInUse + state.humansWaiting;
    const free = rules.lines(test) - used;
    const leftToday = test ? AT_ONCE : rules.policy.dailyLimit - dialedToday;
    const most = Math.max(1, Math.min(AT_ONCE, free, leftToday));
    const due = await this.dueCalls.due(accountId, test, now, most);
    if (due.length === 0) {
      if (!test && state.held) await this.lines.endHold(accountId, now);
      return NOTHING;
    }
    if (free <= 0) {
      await this.#holdAccount(accountId, test, 'no_free_line', null);
      return NOTHING;
    }
    const agents = await this.agents.forDialing([...new Set(due.map(({ agentId }) => agentId))]);
    const order = new Map(due.map(({ id }, at) => [id, at]));
    const calls = (await this.calls.lockQueued(due.map(({ id }) => id))).sort(
      (a, b) => (order.get(a.state.id) ?? 0) - (order.get(b.state.id) ?? 0),
    );
    const carrier = this.carriers.find(test ? TEST_CARRIER : account.carrier);
    const possible = calls.filter((call) =>
      this.#isPossible(call, carrier, agents.get(call.state.agentId), now),
    );
    const going = test
      ? possible
      : await this.judge.mayBeDialed(accountId, rules, dialedToday, possible, now);
    const dials = carrier ? await this.#dial(accountId, carrier, rules, test, going, agents, now) : [];
    await this.finisher.store(calls);
    const stuck = dials.length < going.length;
    if (stuck) await this.#holdAccount(accountId, test, 'insufficient_credits', null);
    else if (!test && state.held) await this.lines.endHold(accountId, now);
    return { dials, more: !stuck && calls.length > 0 };
  }

  /** A call without a carrier can never be dialed; one whose agent has just stopped is about to be canceled with it. */
  #isPossible(
    call: Call,
    carrier: Carrier | undefined,
    agent: CallableAgent | undefined,
    now: Date,
  ): boolean {
    if (!carrier) call.giveUp("The account's carrier is not part of the service any more.", now);
    else if (agent?.stoppedBy !== null) call.cancel(AGENT_STOPPED[agent?.stoppedBy ?? 'turned_off'], now);
    return !call.isFinal;
  }

  /** Reserves credits and dials, in the order of the queue, until the credits are used up. */
  async #dial(
    accountId: string,
    carrier: Carrier,
    rules: CallingRules,
    test: boolean,
    calls: readonly Call[],
    agents: ReadonlyMap<string, CallableAgent>,
    now: Date,
  ): Promise<Dial[]> {
    if (calls.length === 0) return [];
    const grants = await this.#grants(accountId, test, calls, agents);
    const dials: Dial[] = [];
    calls.forEach((call, at) => {
      const agent = agents.get(call.state.agentId);
      const grant = grants[at];
      if (!agent || !grant) return;
      const { minutes } = grant;
      const watchdogAt = dialingWatchdog(now.getTime(), carrier);
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

  /** Minutes that each call may talk; null for those without credits. */
  async #grants(
    accountId: string,
    test: boolean,
    calls: readonly Call[],
    agents: ReadonlyMap<string, CallableAgent>,
  ): Promise<(TalkGrant | null)[]> {
    const longest = calls.map(({ state }) => agents.get(state.agentId)?.maxMinutes ?? 0);
    // "Test calls are never refused and cost nothing." Other AI calls are charged whoever carries them.
    if (test) return longest.map((minutes) => ({ minutes, pricePerMinute: 0n }));
    return this.credits.reserve(accountId, ({ aiCall }) =>
      calls.map(({ state }, at) => ({
        subjectId: state.id,
        pricePerMinute: agents.get(state.agentId)?.price(aiCall) ?? 0n,
        maxMinutes: longest[at] ?? 0,
      })),
    );
  }

  async #holdAccount(
    accountId: string,
    test: boolean,
    reason: Parameters<CallingLines['hold']>[1],
    until: Date | null,
  ): Promise<void> {
    if (test) return;
    const lookAgain = new Date(this.clock.nowMs() + LOOK_AGAIN_MS);
    await this.lines.hold(accountId, reason, until && until < lookAgain ? until : lookAgain, until);
  }
}

const NOTHING: Slice = { dials: [], more: false };
