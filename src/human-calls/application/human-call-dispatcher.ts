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

/** Waiting calls in one look. A person waits for each, so there are few. */
const AT_ONCE = 200;

/** Limit of the whole wait; then the call fails (R61). */
const LONGEST_WAIT_MS = 10 * 60_000;

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
      const looked = await this.drain.look(() => this.#look(accountId));
      for (const dial of looked.dials) void this.dialer.ask(dial);
      more = looked.more;
    }
  }

  /** Terminates the turn: a look that leaves more to do has dialed or ended at least one call. */
  async #look(accountId: string): Promise<{ dials: HumanDial[]; more: boolean }> {
    const { linesInUse } = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const tooOldBefore = new Date(this.clock.nowMs() - LONGEST_WAIT_MS);
    const waiting = await this.calls.lockWaiting(accountId, tooOldBefore, AT_ONCE);
    const carrier = this.carriers.of(account);
    const ready = await this.#ready(accountId, waiting, carrier);
    // Without the carrier in this process a call waits for no line either.
    const ordered = carrier?.carrier ? { ...carrier, carrier: carrier.carrier } : null;
    const going = ordered ? ready.slice(0, Math.max(0, rules.lines(false) - linesInUse)) : [];
    const dials = ordered ? await this.#dial(accountId, ordered, rules, going, account.maxHumanMinutes) : [];
    await this.finisher.store(dials.map(({ changed }) => changed));
    await this.finisher.storeUnqueued(
      accountId,
      waiting.filter(({ isFinal }) => isFinal),
    );
    await this.lines.endWaits(dials.map(({ call }) => call.id));
    // A call that waits for a person, a number or credits does not reserve a line.
    const kept = ordered ? ready.slice(going.length).map(({ call }) => call.state.id) : [];
    if ((await this.lines.setReady(accountId, kept)) > 0)
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
      const never = neverGoes(call, counsellor, listed.has(phoneNumber), now);
      if (never !== null) {
        call.fail(never, now);
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
    going: readonly ReadyCall[],
    maxMinutes: number,
  ): Promise<(HumanDial & { readonly changed: HumanCall })[]> {
    if (going.length === 0) return [];
    const minutes = hosted ? await this.#grants(accountId, going, maxMinutes) : going.map(() => maxMinutes);
    const at = this.clock.now();
    const dials = going.flatMap(({ call, counsellor }, index) => {
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
    going: readonly ReadyCall[],
    maxMinutes: number,
  ): Promise<(number | null)[]> {
    const grants = await this.credits.reserve(accountId, ({ humanCall: pricePerMinute }) =>
      going.map(({ call }) => ({ subjectId: call.state.id, pricePerMinute, maxMinutes })),
    );
    return grants.map((grant) => grant?.minutes ?? null);
  }
}

/** Why a waiting call can never be dialed, in words for the client; null when it can. */
function neverGoes(
  call: HumanCall,
  counsellor: Counsellor | undefined,
  listed: boolean,
  now: Date,
): string | null {
  if (now.getTime() - call.state.createdAt.getTime() >= LONGEST_WAIT_MS)
    return 'It waited for 10 minutes: the counsellor or a line was not free in time.';
  if (listed) return DoNotCallList.REASON;
  return counsellor ? counsellor.blockedReason : 'The counsellor is gone.';
}
