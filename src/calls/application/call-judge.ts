import { Injectable } from '@nestjs/common';
import { CallingLines, CallingRules, DoNotCallList } from '../../accounts';
import type { Call } from '../domain/call';
import { describeHold, scheduleOf } from './call-holds';

/** What is held is looked at again after so many milliseconds even if no wake-up came. */
export const LOOK_AGAIN_MS = 30_000;

/** Whether a call that is due may be dialed, by the rules of its number; under the lock of the account's line row. */
@Injectable()
export class CallJudge {
  constructor(
    private readonly lines: CallingLines,
    private readonly doNotCall: DoNotCallList,
  ) {}

  /** Holds, fails or expires the calls that may not go; returns those that may. */
  async mayBeDialed(
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
        call.giveUp(DoNotCallList.REASON, now);
        return false;
      }
      const known = facts(phoneNumber, today);
      if (known.inUse) {
        // Before the rules: a dial that is refused counts for none, and this call is judged when it is over.
        const until = new Date(now.getTime() + LOOK_AGAIN_MS);
        call.hold('number_in_use', until, 'Another call to this number is going on.', now);
        return false;
      }
      const hold = rules.callHold(known, now, scheduleOf(call.state), false);
      if (hold) {
        call.hold('rule', hold.until, describeHold(hold, rules.timeZone), now);
        return false;
      }
      return true;
    });
  }
}
