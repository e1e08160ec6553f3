import { Injectable } from '@nestjs/common';
import { Accounts, DoNotCallList, type MemberReference, People } from '../../accounts';
import { Carriers } from '../../carriers';
import { Counsellors } from '../../counsellors';
import { Credits } from '../../credits';
import { DomainError } from '../../platform/kernel/domain-error';

/** The conditions for a human call to be queued. */
@Injectable()
export class HumanCallPrerequisites {
  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly doNotCall: DoNotCallList,
    private readonly counsellors: Counsellors,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
  ) {}

  /**
   * Locks the counsellor.
   * @throws DomainError counsellor_not_found, counsellor_unavailable, do_not_call, insufficient_credits
   */
  async of(accountId: string, by: MemberReference, phoneNumber: string) {
    const counsellor = await this.counsellors.lockForCalling(accountId, by);
    const { blockedReason: reason } = counsellor;
    if (reason !== null) {
      throw new DomainError('counsellor_unavailable', `The counsellor takes no calls now. ${reason}`, {
        reason,
      });
    }
    await this.doNotCall.refuseListed(accountId, phoneNumber);
    const carrier = this.carriers.of(await this.accounts.get(accountId));
    const {
      statusUpdates = 'realtime',
      usesCredits: hosted = true,
      overTrunks = false,
    } = carrier?.capabilities ?? {};
    if (hosted) {
      const credits = await this.credits.standing(accountId);
      credits.requireOneMinute(credits.rates.humanCall);
    }
    const leadId = (await this.people.leads.onlyOneWith(accountId, phoneNumber))?.id ?? null;
    return { counsellor, statusUpdates, hosted, overTrunks, leadId };
  }
}
