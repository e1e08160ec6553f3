import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../accounts';
import { type DispatchResult, LegDrain, type NextAccount } from '../../calling';
import { Clock } from '../../platform/clock';
import { Outbox } from '../../platform/events/outbox';
import { Carriers } from '../../carriers';
import { NO_FREE_CHANNEL, type LockedTrunks, TrunkChannels, HumanCallPriority } from '../../trunks';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallAdmission } from './human-call-admission';
import { HumanCallDialer, type HumanDial } from './human-call-dialer';
import { HumanCallEligibility, MAX_WAIT_MS, type ReadyCall } from './human-call-eligibility';
import { HumanCallFinisher } from './human-call-finisher';

/** Waiting calls in one round. A person waits for each, so there are few. */
const BATCH_SIZE = 200;

interface RoundResult {
  readonly dials: readonly HumanDial[];
  /** Another round may find more to do. */
  readonly more: boolean;
}

/**
 * Dispatches waiting human calls, oldest first. The decision is made anew under the lock of the account's line row; the
 * carrier is asked after the commit, once (R4).
 */
@Injectable()
export class HumanCallDispatcher {
  constructor(
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly carriers: Carriers,
    private readonly channels: TrunkChannels,
    private readonly priority: HumanCallPriority,
    private readonly calls: HumanCallRepository,
    private readonly eligibility: HumanCallEligibility,
    private readonly admission: HumanCallAdmission,
    private readonly finisher: HumanCallFinisher,
    private readonly dialer: HumanCallDialer,
    private readonly drain: LegDrain,
  ) {}

  /**
   * Runs one turn of an account.
   * @throws Error when this process is draining, so that the queue gives the turn to another process
   */
  async turn(accountId: string): Promise<void> {
    for (let more = true; more;) {
      const result = await this.drain.runRound(() => this.#runRound(accountId, null));
      this.#place(result?.dials ?? []);
      more = result?.more ?? false;
    }
  }

  /**
   * Runs one turn of an account over trunks, in a process that holds real calls. Its calls that get no channels keep those
   * that become free.
   * @throws Error when this process is draining
   */
  async turnOverTrunks(over: NextAccount): Promise<DispatchResult> {
    const result = await this.drain.runRound(() => this.#runRound(over.accountId, over));
    if (!result) return 'no_capacity';
    this.#place(result.dials);
    return result.dials.length > 0 ? 'dialed' : 'all_held';
  }

  #place(dials: readonly HumanDial[]): void {
    for (const dial of dials) void this.dialer.place(dial);
  }

  /**
   * One round: a round that leaves more to do has dialed or ended at least one call. Resolves with null when the account had its
   * turn over trunks from another process.
   */
  async #runRound(accountId: string, over: NextAccount | null): Promise<RoundResult | null> {
    const { linesInUse } = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const carrier = this.carriers.of(account);
    const goesOverTrunks = carrier?.can.overTrunks ?? false;
    // The other kind of process dials this account.
    if (over && !goesOverTrunks) return NOTHING;
    const free = Math.max(0, rules.lines(false) - linesInUse);
    const firstTrunkOnly = carrier?.can.rings === 'sip_extension';
    const trunks =
      over && free > 0
        ? await this.channels.lockForDispatch(accountId, rules.localDay(this.clock.now()), 2, firstTrunkOnly)
        : null;
    if (trunks && trunks.lastLegAt?.getTime() !== over?.lastLegAt?.getTime()) return null;
    const tooOldBefore = new Date(this.clock.nowMs() - MAX_WAIT_MS);
    const waiting = await this.calls.lockWaiting(accountId, tooOldBefore, BATCH_SIZE);
    const eligible = await this.eligibility.select(account, waiting, carrier);
    const ready = this.#unlessRefused(eligible, trunks);
    // Without a carrier that connects two people here, a call waits for no line either.
    const ordered = carrier?.carrier && goesOverTrunks === (over !== null) ? carrier.carrier : null;
    const room = over ? roomOf(trunks, over, free) : free;
    const chosen = ordered ? ready.slice(0, room) : [];
    const dials =
      carrier && ordered
        ? await this.admission.dial(
            {
              accountId,
              rules,
              trunks,
              maxMinutes: account.maxHumanMinutes,
              carrier: { ...carrier, carrier: ordered },
              record: account.recording,
            },
            chosen,
          )
        : [];
    await this.finisher.store(dials.map(({ changed }) => changed));
    await this.finisher.storeUnqueued(
      accountId,
      waiting.filter(({ isFinal }) => isFinal),
    );
    await this.lines.endWaits(dials.map(({ call }) => call.id));
    const left = ready.slice(chosen.length);
    if (over || !goesOverTrunks) await this.#keepLines(accountId, ordered ? left : []);
    if (trunks) await this.#reserveChannels(accountId, trunks, left, firstTrunkOnly);
    return { dials, more: dials.length > 0 || waiting.some(({ isFinal }) => isFinal) };
  }

  /** No trunk of the account will ever take them: they fail. */
  #unlessRefused(ready: readonly ReadyCall[], trunks: LockedTrunks | null): readonly ReadyCall[] {
    if (trunks?.blocker?.kind !== 'refused') return ready;
    const { reason } = trunks.blocker;
    for (const { call } of ready) call.fail(`The carrier refused: ${reason}`, this.clock.now());
    return [];
  }

  /** A call that waits for a person, a number or credits does not reserve a line. */
  async #keepLines(accountId: string, left: readonly ReadyCall[]): Promise<void> {
    const ids = left.map(({ call }) => call.state.id);
    if ((await this.lines.setReady(accountId, ids)) > 0)
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
  }

  /** While a call waits for channels or a slot, no AI call takes them. What is out of reach is kept for nobody. */
  async #reserveChannels(
    accountId: string,
    { blocker: outlook }: LockedTrunks,
    left: readonly ReadyCall[],
    firstTrunkOnly: boolean,
  ): Promise<void> {
    const mayComeFree = outlook === null || outlook.reason === NO_FREE_CHANNEL;
    if (left.length > 0 && mayComeFree) await this.priority.reserve(accountId, firstTrunkOnly);
    else await this.priority.release(accountId);
  }
}

const NOTHING: RoundResult = { dials: [], more: false };

function roomOf(trunks: LockedTrunks | null, { room }: NextAccount, free: number): number {
  return trunks && trunks.blocker === null ? Math.min(free, trunks.capacity, room) : 0;
}
