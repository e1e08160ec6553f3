import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { writeReference } from '../../calling';
import { Carriers } from '../../carriers';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { DomainError } from '../../platform/kernel/domain-error';
import { errorText } from '../../platform/logging';
import { DIAL, type HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { humanCallNotFound } from './human-call-errors';
import { HumanCallFinisher } from './human-call-finisher';

@Injectable()
export class HumanCallCancellation {
  readonly #logger = new Logger(HumanCallCancellation.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly calls: HumanCallRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /** Hangs up a ringing phone. @throws DomainError not_found, human_call_not_cancelable with the current status */
  async cancel(accountId: string, id: string): Promise<void> {
    const dialed = await this.unitOfWork.run(async () => {
      const call = await this.calls.lockOne(accountId, id);
      if (!call) throw humanCallNotFound();
      const now = this.clock.now();
      const { status: before, statusUpdates } = call.state;
      const wasDialed = before !== 'queued';
      if (!call.cancel('Canceled on request.', now)) {
        const message = 'Only a human call on which nobody talks yet can be canceled.';
        throw new DomainError('human_call_not_cancelable', message, { status: before });
      }
      // The contact's phone never rang, so the dial does not count (R23).
      const neverRung = before === 'ringing_counsellor' && statusUpdates === 'realtime';
      if (neverRung) await this.lines.undoDial(accountId, id, DIAL, now);
      else if (wasDialed) await this.lines.free(id, DIAL, now);
      await this.finisher.storeUnqueued(accountId, [call]);
      if (wasDialed) {
        await this.credits.settle({ accountId, subjectId: id, type: 'human_call', talkSeconds: null });
      }
      return wasDialed ? call.state : null;
    });
    if (dialed) await this.#hangUp(dialed);
  }

  /** Runs after the commit. A process that has the connection hangs up when its line is freed. */
  async #hangUp({ id, carrier }: HumanCallState): Promise<void> {
    try {
      await this.carriers.find(carrier ?? '')?.hangUp(writeReference({ callId: id, attempt: DIAL }));
    } catch (error) {
      this.#logger.warn(`human call ${id} was not hung up: ${errorText(error)}`);
    }
  }
}
