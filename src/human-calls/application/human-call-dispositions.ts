import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { NewDisposition } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { humanCallNotFound } from './human-call-errors';
import { HumanCallFinisher } from './human-call-finisher';

/** The dispositions that people record of human calls. */
@Injectable()
export class HumanCallDispositions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: HumanCallRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /** In any status; null clears the note. @throws DomainError not_found */
  async record(accountId: string, id: string, disposition: NewDisposition): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lockOne(accountId, id);
      if (!call) throw humanCallNotFound();
      call.dispose(disposition, this.clock.now());
      await this.finisher.store([call]);
    });
  }
}
