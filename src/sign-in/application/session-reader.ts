import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { listView } from '../../platform/http/answers/lists';
import { notSignedIn } from '../domain/sign-in-errors';
import { CallingAbility } from './calling-ability';
import { sessionRow, sessionView } from './session.view';
import { Sessions } from './sessions';

@Injectable()
export class SessionReader {
  constructor(
    private readonly clock: Clock,
    private readonly sessions: Sessions,
    private readonly ability: CallingAbility,
  ) {}

  /** @throws DomainError not_signed_in when it ended meanwhile */
  async view(id: string) {
    const session = await this.sessions.find(id);
    if (!session) throw notSignedIn();
    const memberships = await Promise.all(
      session.memberships.map(async (member) => ({
        ...member,
        blockedReason: await this.ability.blockedReason(member.accountId, member.memberId),
      })),
    );
    return sessionView(session, memberships, this.clock.now());
  }

  async list(loginId: string, currentId: string) {
    return listView((await this.sessions.list(loginId)).map((session) => sessionRow(session, currentId)));
  }
}
