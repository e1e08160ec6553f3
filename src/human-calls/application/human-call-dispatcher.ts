import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules, DoNotCallList } from '../../accounts';
import { LegDrain } from '../../calling';
import { Counsellors } from '../../counsellors';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { Outbox } from '../../platform/events/outbox';
import { type AccountCarrier, type Carrier, Carriers } from '../../telephony';
import type { HumanCall } from '../domain/human-call';
import { DIAL } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallDialer, type HumanDial } from './human-call-dialer';
import { HumanCallFinisher } from './human-call-finisher';
import { ringingWatchdog } from './human-call-deadlines';

/** Waiting calls in one round. A person waits for each, so there are few. */
const BATCH_SIZE = 200;

/** Limit of the whole wait; then the call fails (R61). */
const MAX_WAIT_MS = 10 * 60_000;

type Counsellor = Awaited<ReturnType<Counsellors['holdForCalling']>>;

/** A call that waits for nothing but a line. */
interface ReadyCall {
  readonly call: HumanCall;
  readonly counsellor: string;
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
    private readonly doNotCall: DoNotCallList,
    private readonly counsellors: Counsellors,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly calls: HumanCallRepository,
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
      const result = await this.drain.runRound(() => this.#runRound(accountId));
      for (const dial of result.dials) void this.dialer.place(dial);
      more = result.more;
    }
  }

  /** A turn ends: a round that leaves more to do has dialed or ended at least one call. */
  async #runRound(accountId: string): Promise<{ dials: HumanDial[]; more: boolean }> {
    const { linesInUse } = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const tooOldBefore = new Date(this.clock.nowMs() - MAX_WAIT_MS);
    const waiting = await this.calls.lockWaiting(accountId, tooOldBefore, BATCH_SIZE);
    const carrier = this.carriers.of(account);
    const ready = await this.#ready(accountId, waiting, carrier);
    // Without a carrier that connects two people here, a call waits for no line either.
    const ordered =
      carrier?.carrier && !carrier.can.overTrunks ? { ...carrier, carrier: carrier.carrier } : null;
    const chosen = ordered ? ready.slice(0, Math.max(0, rules.lines(false) - linesInUse)) : [];
    const dials = ordered ? await this.#dial(accountId, ordered, rules, chosen, account.maxHumanMinutes) : [];
    await this.finisher.store(dials.map(({ changed }) => changed));
    await this.finisher.storeUnqueued(
      accountId,
      waiting.filter(({ isFinal }) => isFinal),
    );
    await this.lines.endWaits(dials.map(({ call }) => call.id));
    // A call that waits for a person, a number or credits does not reserve a line.
    const waitingForLine = ordered ? ready.slice(chosen.length).map(({ call }) => call.state.id) : [];
    if ((await this.lines.setReady(accountId, waitingForLine)) > 0)
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    return { dials, more: dials.length > 0 || waiting.some(({ isFinal }) => isFinal) };
  }

  /** Ends the calls that can never be dialed. Of the others, returns those whose counsellor and number are free. */
  async #ready(
    accountId: string,
    waiting: readonly HumanCall[],
    carrier: AccountCarrier | undefined,
  ): Promise<ReadyCall[]> {
    const now = this.clock.now();
    const numbers = waiting.map(({ state }) => state.phoneNumber);
    const ids = [...new Set(waiting.map(({ state }) => state.counsellorId))];
    const counsellors = await this.counsellors.forDialing(accountId, ids, carrier?.can.rings ?? null);
    const busy = await this.calls.onCall(ids);
    const inUse = await this.lines.numbersInUse(accountId, numbers);
    const listed = await this.doNotCall.find(accountId, numbers);
    const ready: ReadyCall[] = [];
    for (const call of waiting) {
      const { counsellorId, phoneNumber } = call.state;
      const counsellor = counsellors.get(counsellorId);
      const reason = reasonNeverDialed(call, counsellor, listed.has(phoneNumber), now);
      if (reason !== null) {
        call.fail(reason, now);
        continue;
      }
      if (busy.has(counsellorId) || inUse.has(phoneNumber)) continue;
      busy.add(counsellorId);
      inUse.add(phoneNumber);
      ready.push({ call, counsellor: counsellor?.address ?? '' });
    }
    return ready;
  }

  /** Dials as many calls as the credits allow; only the hosted carrier needs credits. */
  async #dial(
    accountId: string,
    { can: { hosted, statusUpdates }, carrier }: AccountCarrier & { readonly carrier: Carrier },
    rules: CallingRules,
    chosen: readonly ReadyCall[],
    maxMinutes: number,
  ): Promise<(HumanDial & { readonly changed: HumanCall })[]> {
    if (chosen.length === 0) return [];
    const minutes = hosted ? await this.#grants(accountId, chosen, maxMinutes) : chosen.map(() => maxMinutes);
    const at = this.clock.now();
    const dials = chosen.flatMap(({ call, counsellor }, index) => {
      const granted = minutes[index];
      if (granted == null) return [];
      const maxTalkSeconds = granted * 60;
      const watchdogAt = ringingWatchdog(at.getTime(), maxTalkSeconds, carrier);
      const creditsLimitTalk = granted < maxMinutes;
      const terms = {
        carrier: carrier.name,
        statusUpdates,
        hosted,
        maxTalkSeconds,
        creditsLimitTalk,
        watchdogAt,
      };
      return call.dial(terms, at) ? [{ changed: call, call: call.state, carrier, counsellor }] : [];
    });
    if (dials.length > 0) {
      await this.lines.take({
        accountId,
        kind: 'human',
        test: false,
        policy: rules.policy,
        at,
        dials: dials.map(({ call }) => ({ callId: call.id, attempt: DIAL, phoneNumber: call.phoneNumber })),
      });
    }
    return dials;
  }

  /** Minutes each call may talk; null for a call without credits. */
  async #grants(
    accountId: string,
    chosen: readonly ReadyCall[],
    maxMinutes: number,
  ): Promise<(number | null)[]> {
    const grants = await this.credits.reserve(accountId, ({ humanCall: pricePerMinute }) =>
      chosen.map(({ call }) => ({ subjectId: call.state.id, pricePerMinute, maxMinutes })),
    );
    return grants.map((grant) => grant?.minutes ?? null);
  }
}

/** Why a waiting call can never be dialed, in words for the client; null when it can. */
function reasonNeverDialed(
  call: HumanCall,
  counsellor: Counsellor | undefined,
  listed: boolean,
  now: Date,
): string | null {
  if (now.getTime() - call.state.createdAt.getTime() >= MAX_WAIT_MS)
    return 'It waited for 10 minutes: the counsellor or a line was not free in time.';
  if (listed) return DoNotCallList.REASON;
  return counsellor ? counsellor.blockedReason : 'The counsellor is gone.';
}
