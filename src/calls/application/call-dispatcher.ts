import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../accounts';
import { type DispatchResult, LegDrain, type NextAccount } from '../../calling';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import {
  Carriers,
  NO_FREE_CHANNEL,
  NO_FREE_SPEECH,
  NO_SPEECH,
  SpeechStreamLimits,
  TrunkChannels,
} from '../../telephony';
import type { Call } from '../domain/call';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { CallAdmission } from './call-admission';
import { CallDialer, type Dial } from './call-dialer';
import { CallFinisher } from './call-finisher';
import { DialCandidates } from './dial-candidates';
import { DialEligibility } from './dial-eligibility';
import { AccountHolds } from './account-holds';

/** Dials in one transaction. A larger number would only hold its locks longer. */
const MAX_DIALS_PER_ROUND = 20;

/** Candidates in one transaction while rules hold most of them; the free lines then bound it no longer */
const MAX_CANDIDATES_PER_ROUND = 200;

/** Bounds of one turn, in dials and in candidates examined (R28). */
const MAX_DIALS_PER_TURN = 100;
const MAX_CANDIDATES_PER_TURN = 200;

/**
 * Pause before the next turn of an account whose candidates are all held: looking sooner only takes CPU from others.
 */
const HELD_PAUSE_MS = 200;

/** Test calls run on the simulator, whatever the account's carrier (R15). */
const TEST_CARRIER = 'simulator';

/** One round over an account's queue: one transaction. */
interface Round {
  readonly accountId: string;
  readonly test: boolean;
  /** Set in a process that holds real calls: it dials accounts over trunks, and no others. */
  readonly trunkTurn: NextAccount | null;
  /** In the previous round, rules held most candidates. */
  readonly previousMostlyHeld: boolean;
  /**
   * Restricts the round to calls of these agents, once the credits do not cover a minute of the others; null: all
   * agents.
   */
  readonly affordableAgents: readonly string[] | null;
}

interface RoundResult {
  readonly dials: readonly Dial[];
  readonly candidates: number;
  /** The next round of the turn; null when nothing more can be dialed now. */
  readonly next: Round | null;
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
    private readonly candidates: DialCandidates,
    private readonly eligibility: DialEligibility,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly dueCalls: DueCallsRepository,
    private readonly finisher: CallFinisher,
    private readonly admission: CallAdmission,
    private readonly dialer: CallDialer,
    private readonly drain: LegDrain,
    private readonly holds: AccountHolds,
    private readonly channels: TrunkChannels,
    private readonly streams: SpeechStreamLimits,
  ) {}

  /**
   * Runs one turn of an account. Returns the milliseconds until its next turn, behind the other accounts; null when it
   * has nothing more to dial.
   * @throws Error when this process is draining, so that the queue gives the turn to another process
   */
  async turn(accountId: string): Promise<number | null> {
    let [dialed, candidates] = [0, 0];
    const spent = () => dialed >= MAX_DIALS_PER_TURN || candidates >= MAX_CANDIDATES_PER_TURN;
    for (const test of [true, false]) {
      // Check without a lock first: most wake-ups find no test calls.
      if (!(await this.dueCalls.isAnyDue(accountId, test, this.clock.now()))) continue;
      let next: Round | null = {
        accountId,
        test,
        trunkTurn: null,
        previousMostlyHeld: false,
        affordableAgents: null,
      };
      while (next && !spent()) {
        const round: Round = next;
        const result = (await this.drain.runRound(() => this.#runRound(round))) ?? NOTHING;
        // Not awaited: a slow carrier must not delay the account's queue.
        for (const dial of result.dials) void this.dialer.place(dial);
        dialed += result.dials.length;
        candidates += result.candidates;
        next = result.next;
      }
    }
    return spent() ? (dialed > 0 ? 0 : HELD_PAUSE_MS) : null;
  }

  /**
   * Runs one turn of an account over trunks, in a process that holds real calls. It ends with the first dial: the next
   * free channel may be another account's.
   * @throws Error when this process is draining
   */
  async turnOverTrunks(trunkTurn: NextAccount): Promise<DispatchResult> {
    const { accountId } = trunkTurn;
    let candidates = 0;
    let next: Round | null = {
      accountId,
      test: false,
      trunkTurn,
      previousMostlyHeld: false,
      affordableAgents: null,
    };
    while (next && candidates < MAX_CANDIDATES_PER_TURN) {
      const round: Round = next;
      const result = await this.drain.runRound(() => this.#runRound(round));
      if (!result) return 'no_capacity';
      for (const dial of result.dials) void this.dialer.place(dial);
      if (result.dials.length > 0) return 'dialed';
      candidates += result.candidates;
      next = result.next;
    }
    return next === null ? 'all_held' : 'limit_reached';
  }

  /** Resolves with null when the account's trunks have nothing free, or when it had its turn from another process. */
  async #runRound(round: Round): Promise<RoundResult | null> {
    const { accountId, test, trunkTurn, previousMostlyHeld, affordableAgents } = round;
    const state = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const dialedToday = await state.dialedToday(rules.policy);
    const now = this.clock.now();
    if (!test && (this.carriers.of(account)?.can.overTrunks ?? false) !== (trunkTurn !== null)) {
      // The other kind of process dials this account; what woke this one may have ended a hold.
      if (!trunkTurn && state.onHold) await this.holds.wakeTrunkLanes(accountId);
      return NOTHING;
    }
    if (!test) {
      const hold = rules.accountHold(dialedToday, now);
      if (hold) {
        const until = CallingRules.isEndless(hold) ? null : hold.until;
        await this.holds.hold(accountId, hold.rule, until);
        return NOTHING;
      }
    }
    const used = test ? state.testLinesInUse : state.linesInUse + state.humansWaiting;
    const free = rules.lines(test) - used;
    const leftToday = test ? MAX_DIALS_PER_ROUND : rules.policy.dailyLimit - dialedToday;
    const trunks =
      trunkTurn && free > 0 ? await this.channels.lockForDispatch(accountId, rules.localDay(now), 1) : null;
    if (trunks && trunks.lastLegAt?.getTime() !== trunkTurn?.lastLegAt?.getTime()) return null;
    const waitsFor = trunks && (trunks.blocker ?? (trunkTurn?.room === 0 ? WAITS_FOR_CHANNEL : null));
    if (waitsFor?.kind === 'waiting') {
      await this.holds.holdForTrunk(accountId, waitsFor.reason);
      return null;
    }
    const streams = trunks ? await this.streams.lockForDispatch() : NO_SPEECH;
    const most = Math.min(trunks?.capacity ?? Infinity, trunkTurn?.room ?? Infinity);
    const room = Math.min(MAX_DIALS_PER_ROUND, free, leftToday, most);
    const limit = previousMostlyHeld ? MAX_CANDIDATES_PER_ROUND : Math.max(1, room);
    const due = await this.dueCalls.due(accountId, test, now, limit, affordableAgents);
    if (due.length === 0) {
      if (affordableAgents) await this.holds.hold(accountId, 'insufficient_credits', null);
      else if (!test && state.onHold) await this.holds.end(accountId);
      return NOTHING;
    }
    if (free <= 0) {
      if (!test) await this.holds.hold(accountId, 'no_free_line', null);
      return NOTHING;
    }
    const carrier = this.carriers.find(test ? TEST_CARRIER : account.carrier);
    const { calls, possible, agents } = await this.candidates.lock(due, {
      account,
      carrier,
      isOverTrunks: trunkTurn !== null,
      refusal: trunks?.blocker ? `The carrier refused: ${trunks.blocker.reason}` : null,
      now,
    });
    const dialable = test
      ? possible
      : await this.eligibility.selectDialable(accountId, rules, dialedToday, possible, now);
    const needsOf = ({ state: { agentId } }: Call) => agents.get(agentId);
    const { orders, hasShortage } = streams.choose(dialable, needsOf, room);
    const chosen = [...orders.keys()];
    const dials = carrier
      ? await this.admission.dial(
          {
            accountId,
            carrier,
            rules,
            test,
            agents,
            now,
            trunks,
            record: account.recording,
            accountName: account.name,
            countries: account.countries,
          },
          chosen,
          orders,
        )
      : [];
    const dialed = new Set(dials.map(({ call }) => call.id));
    const left = new Set(dialable.filter(({ state: { id } }) => !dialed.has(id)));
    await this.finisher.store(calls.filter((call) => !left.has(call)));
    const candidates = due.length;
    if (dials.length < chosen.length) {
      // Credits ran out for some agents. Calls of cheaper agents go on (R43).
      const others = await this.#affordableAgents(accountId);
      if (others.length > 0)
        return { dials, candidates, next: { ...round, previousMostlyHeld: false, affordableAgents: others } };
      if (!test) await this.holds.hold(accountId, 'insufficient_credits', null);
      return { dials, candidates, next: null };
    }
    if (hasShortage && chosen.length === 0 && previousMostlyHeld) {
      await this.holds.holdForTrunk(accountId, NO_FREE_SPEECH);
      return { dials, candidates, next: null };
    }
    if (trunks && dials.length > 0 && (await this.dueCalls.isAnyDue(accountId, test, now))) {
      await this.holds.holdForTrunk(accountId, NO_FREE_CHANNEL);
    } else if (!test && !affordableAgents && state.onHold) await this.holds.end(accountId);
    const next = { ...round, previousMostlyHeld: chosen.length < room };
    return { dials, candidates, next: calls.length > 0 ? next : null };
  }

  /** Agents with waiting calls for whom the available credits cover a minute. */
  async #affordableAgents(accountId: string): Promise<string[]> {
    const { available, rates } = await this.credits.standing(accountId);
    const engines = Object.entries(rates.aiCall).filter(([, price]) => price <= available);
    return engines.length === 0
      ? []
      : this.dueCalls.agentsWith(
          accountId,
          engines.map(([engine]) => engine),
        );
  }
}

const NOTHING: RoundResult = { dials: [], candidates: 0, next: null };
const WAITS_FOR_CHANNEL = { kind: 'waiting', reason: NO_FREE_CHANNEL } as const;
