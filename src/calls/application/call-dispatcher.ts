import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../accounts';
import { Agents, type CallableAgent } from '../../agents';
import { LegDrain } from '../../calling';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { type Carrier, Carriers } from '../../telephony';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { AGENT_STOPPED } from './agent-waiting-calls';
import { CallAdmission } from './call-admission';
import { CallDialer, type Dial } from './call-dialer';
import { CallFinisher } from './call-finisher';
import { CallJudge, LOOK_AGAIN_MS } from './call-judge';

/** Dials in one transaction. A larger number would only hold its locks longer. */
const AT_ONCE = 20;

/** Candidates in one transaction while rules hold most of them; then they are no longer bounded by the free lines. */
const HELD_AT_ONCE = 200;

/** Bounds of one turn, in dials and in candidates looked at (R28). */
const DIALS_PER_TURN = 100;
const CANDIDATES_PER_TURN = 200;

/**
 * Pause before the next turn of an account whose candidates are all held: looking sooner only takes CPU from others.
 */
const HELD_PAUSE_MS = 200;

/** Test calls run on the simulator, whatever the account's carrier (R15). */
const TEST_CARRIER = 'simulator';

/** One look at an account's queue: one transaction. */
interface Look {
  readonly accountId: string;
  readonly test: boolean;
  /** In the previous look, rules held most candidates. */
  readonly mostAreHeld: boolean;
  /**
   * Restricts the look to calls of these agents, once the credits do not cover a minute of the others; null: all
   * agents.
   */
  readonly payable: readonly string[] | null;
}

interface Looked {
  readonly dials: readonly Dial[];
  readonly candidates: number;
  /** The next look of the turn; null when nothing more can be dialed now. */
  readonly next: Look | null;
}

/**
 * Dispatches queued calls. The decision to dial is made anew at the moment of dialing, under the lock of the account's
 * line row. The carrier is asked after the commit, once for each dial (R4).
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
    private readonly admission: CallAdmission,
    private readonly dialer: CallDialer,
    private readonly drain: LegDrain,
  ) {}

  /**
   * Runs one turn of an account. Returns the milliseconds until its next turn, behind the other accounts; null when it
   * has nothing more to dial.
   * @throws Error when this process is draining, so that the queue gives the turn to another process
   */
  async turn(accountId: string): Promise<number | null> {
    let [dialed, candidates] = [0, 0];
    const spent = () => dialed >= DIALS_PER_TURN || candidates >= CANDIDATES_PER_TURN;
    for (const test of [true, false]) {
      // Check without a lock first: most wake-ups find no test calls.
      if (!(await this.dueCalls.isAnyDue(accountId, test, this.clock.now()))) continue;
      let next: Look | null = { accountId, test, mostAreHeld: false, payable: null };
      while (next && !spent()) {
        const look: Look = next;
        const looked = await this.drain.look(() => this.#look(look));
        // Not awaited: a slow carrier must not delay the account's queue.
        for (const dial of looked.dials) void this.dialer.ask(dial);
        dialed += looked.dials.length;
        candidates += looked.candidates;
        next = looked.next;
      }
    }
    return spent() ? (dialed > 0 ? 0 : HELD_PAUSE_MS) : null;
  }

  async #look(look: Look): Promise<Looked> {
    const { accountId, test, mostAreHeld, payable } = look;
    const state = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const dialedToday = await state.dialedToday(rules.policy);
    const now = this.clock.now();
    if (!test && this.carriers.of(account)?.carrier === null) {
      // Media processes dial the calls of this account: why they wait is found out when they are read.
      if (state.held) await this.lines.endHold(accountId, now);
      return NOTHING;
    }
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
    const room = Math.min(AT_ONCE, free, leftToday);
    const most = mostAreHeld ? HELD_AT_ONCE : Math.max(1, room);
    const due = await this.dueCalls.due(accountId, test, now, most, payable);
    if (due.length === 0) {
      if (payable) await this.#holdAccount(accountId, test, 'insufficient_credits', null);
      else if (!test && state.held) await this.lines.endHold(accountId, now);
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
    const mayGo = test
      ? possible
      : await this.judge.mayBeDialed(accountId, rules, dialedToday, possible, now);
    const going = mayGo.slice(0, room);
    const dials = carrier
      ? await this.admission.dial({ accountId, carrier, rules, test, agents, now }, going)
      : [];
    const dialed = new Set(dials.map(({ call }) => call.id));
    const left = new Set(mayGo.filter(({ state: { id } }) => !dialed.has(id)));
    await this.finisher.store(calls.filter((call) => !left.has(call)));
    const candidates = due.length;
    if (dials.length < going.length) {
      // Credits ran out for some agents. Calls of cheaper agents go on (R43).
      const others = await this.#payable(accountId);
      if (others.length > 0)
        return { dials, candidates, next: { ...look, mostAreHeld: false, payable: others } };
      await this.#holdAccount(accountId, test, 'insufficient_credits', null);
      return { dials, candidates, next: null };
    }
    if (!test && !payable && state.held) await this.lines.endHold(accountId, now);
    const next = { ...look, mostAreHeld: mayGo.length < room };
    return { dials, candidates, next: calls.length > 0 ? next : null };
  }

  /** Agents with waiting calls for whom the available credits cover a minute. */
  async #payable(accountId: string): Promise<string[]> {
    const { available, rates } = await this.credits.standing(accountId);
    const engines = Object.entries(rates.aiCall).filter(([, price]) => price <= available);
    return engines.length === 0
      ? []
      : this.dueCalls.agentsWith(
          accountId,
          engines.map(([engine]) => engine),
        );
  }

  /**
   * False for a call without a carrier, which can never be dialed, and for a call whose agent has stopped, which is
   * about to be canceled.
   */
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

const NOTHING: Looked = { dials: [], candidates: 0, next: null };
