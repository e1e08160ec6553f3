import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { CallingAbility, OpenInvitations } from '../../sign-in';
import { Counsellor, counsellorOf } from '../domain/counsellor';
import { Counsellors } from './counsellors.service';
import { Invitations } from './invitations';

/** Accepts a login's open invitations by any one-time link. */
@Injectable()
export class AcceptedInvitations extends OpenInvitations {
  constructor(
    private readonly people: People,
    private readonly invitations: Invitations,
  ) {
    super();
  }

  override async accept(loginId: string): Promise<void> {
    for (const { accountId, id } of await this.people.members.ofLogin(loginId)) {
      const member = await this.people.members.lock(accountId, id);
      const counsellor = member && new Counsellor(member);
      if (!counsellor?.accept()) continue;
      await this.people.members.save(counsellor.state);
      await this.invitations.close(counsellor.state, 'accepted');
    }
  }
}

/** Reports whether a member can receive human calls, for the session of the console. */
@Injectable()
export class MemberAbility extends CallingAbility {
  constructor(
    private readonly people: People,
    private readonly counsellors: Counsellors,
  ) {
    super();
  }

  override async blockedReason(accountId: string, memberId: string): Promise<string | null> {
    const counsellor = counsellorOf(await this.people.members.find(accountId, memberId));
    if (!counsellor) return 'Only counsellors take human calls.';
    return counsellor.blockedReason(await this.counsellors.rings(accountId));
  }
}
