import { Injectable } from '@nestjs/common';
import { CallingLines, CallingRules, DoNotCallList } from '../../../accounts';
import { WAITS_FOR_NUMBER } from '../../../calling';
import type { Call } from '../../domain/call';
import { describeCallHold, scheduleOf } from './call-wait-reasons';

/** A call on hold is examined again after this time, even without a wake-up. */
export const RECHECK_INTERVAL_MS = 30_000;

/** Applies the rules of numbers to due calls, under the lock of the account's line row. */
@Injectable()
export class DialEligibility {
  constructor(
    private readonly lines: CallingLines,
    private readonly doNotCall: DoNotCallList,
  ) {}

  /** Puts calls that may not be dialed on hold, fails or expires them; returns those that may. */
  async selectDialable(
    accountId: string,
    rules: CallingRules,
    today: number,
    calls: readonly Call[],
    now: Date,
  ): Promise<Call[]> {
    if (calls.length === 0) return [];
    const numbers = calls.map(({ state }) => state.phoneNumber);
    const facts = await this.lines.facts(accountId, rules.policy, numbers);
    const listed = await this.doNotCall.find(accountId, numbers);
    return calls.filter((call) => {
      const { phoneNumber, queuedFrom } = call.state;
      if (rules.expiry(queuedFrom) <= now) {
        call.expire(now);
        return false;
      }
      if (listed.has(phoneNumber)) {
        call.failUndialable(DoNotCallList.REASON, now);
        return false;
      }
      const known = facts(phoneNumber, today);
      const callHold = rules.callHold(known, now, scheduleOf(call.state), false);
      const message = callHold && describeCallHold(callHold, rules.timeZone);
      if (known.inProgress.length > 0) {
        // A call to the number is going on. The other rules wait until it is over, because a refused dial does not
        // count (R23).
        const until = new Date(now.getTime() + RECHECK_INTERVAL_MS);
        call.putOnHold('number_in_use', until, message ?? WAITS_FOR_NUMBER, now);
        return false;
      }
      if (callHold && message) {
        call.putOnHold('rule', callHold.until, message, now);
        return false;
      }
      return true;
    });
  }
}
