import { Injectable } from '@nestjs/common';
import { type ContactTalk, ReachedContacts } from '../../../calling';
import { Clock } from '../../../platform/clock';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallFinisher } from '../call-finisher';

/** Cancels the waiting attempt for a contact who was reached. A first call continues to wait. */
@Injectable()
export class WaitingAttempts extends ReachedContacts {
  constructor(
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {
    super();
  }

  override async onTalk({ accountId, phoneNumber, callId, durationSeconds }: ContactTalk): Promise<void> {
    if (!durationSeconds) return;
    const waiting = await this.calls.lockWaitingAttempt(accountId, phoneNumber);
    for (const call of waiting) call.cancelReached(callId, this.clock.now());
    await this.finisher.store(waiting);
  }
}
