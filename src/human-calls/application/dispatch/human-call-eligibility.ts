import { Injectable } from '@nestjs/common';
import { type Accounts, CallingLines, DoNotCallList } from '../../../accounts';
import { Counsellors } from '../../../counsellors';
import { Clock } from '../../../platform/clock';
import { dialProblem } from '../../../platform/phone-number';
import type { AccountCarrier } from '../../../carriers';
import type { HumanCall } from '../../domain/human-call';
import { HumanCallRepository } from '../../infrastructure/human-call.repository';
import { MINUTE_MS } from '../../../platform/kernel/time/durations';

/** Limit of the whole wait; then the call fails (R61). */
export const MAX_WAIT_MS = 10 * MINUTE_MS;

type Account = Awaited<ReturnType<Accounts['get']>>;
type Counsellor = Awaited<ReturnType<Counsellors['lockForCalling']>>;

/** A call that waits for nothing but a line, and channels where it goes over trunks. */
export interface ReadyCall {
  readonly call: HumanCall;
  readonly counsellor: string;
}

/** Decides which waiting human calls may be dialed. Runs under the lock of the account's line row. */
@Injectable()
export class HumanCallEligibility {
  constructor(
    private readonly clock: Clock,
    private readonly lines: CallingLines,
    private readonly doNotCall: DoNotCallList,
    private readonly counsellors: Counsellors,
    private readonly calls: HumanCallRepository,
  ) {}

  /** Ends the calls that can never be dialed. Of the others, returns those whose counsellor and number are free. */
  async select(
    { id: accountId, countries }: Account,
    waiting: readonly HumanCall[],
    carrier: AccountCarrier | undefined,
  ): Promise<ReadyCall[]> {
    const now = this.clock.now();
    const numbers = waiting.map(({ state }) => state.phoneNumber);
    const ids = [...new Set(waiting.map(({ state }) => state.counsellorId))];
    const counsellors = await this.counsellors.forDialing(
      accountId,
      ids,
      carrier?.capabilities.rings ?? null,
    );
    const busy = await this.calls.onCall(ids);
    const inUse = await this.lines.numbersInUse(accountId, numbers);
    const listed = await this.doNotCall.find(accountId, numbers);
    const ready: ReadyCall[] = [];
    for (const call of waiting) {
      const { counsellorId, phoneNumber } = call.state;
      const counsellor = counsellors.get(counsellorId);
      const reason =
        reasonNeverDialed(call, counsellor, listed.has(phoneNumber), now) ??
        (carrier ? barredNumber(phoneNumber, counsellor, carrier, countries) : null);
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
}

/** Why a waiting call can never be dialed, as text for the client; null when it can. */
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

/** Names the number that may not be dialed any more. An extension is no number: its form was checked. */
function barredNumber(
  contact: string,
  counsellor: Counsellor | undefined,
  { capabilities }: AccountCarrier,
  countries: Account['countries'],
): string | null {
  const contactProblem = dialProblem(contact, countries);
  if (contactProblem !== undefined) return `The number ${contactProblem}.`;
  if (capabilities.rings !== 'mobile') return null;
  const problem = dialProblem(counsellor?.address ?? '', countries);
  return problem === undefined ? null : `The counsellor's number ${problem}.`;
}
