import { Injectable } from '@nestjs/common';
import { OwnHumanCalls } from '../../../human-calls';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { ListeningRepository } from '../../infrastructure/listening.repository';

/** Whether somebody listens to the calls of counsellors. */
@Injectable()
export class OwnListeners {
  constructor(
    private readonly calls: OwnHumanCalls,
    private readonly listenings: ListeningRepository,
  ) {}

  /** @throws DomainError not_found for a call that is not the counsellor's own */
  async of({ accountId, login }: AccountPrincipal, id: string) {
    if (login?.memberId == null) throw new Error('own calls need a session in an account');
    await this.calls.view({ accountId, counsellorId: login.memberId }, id);
    const listening = await this.listenings.hasListener(accountId, id);
    return { object: 'own_listeners' as const, listening };
  }
}
