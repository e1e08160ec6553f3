import { Injectable } from '@nestjs/common';
import { PrimaryWatch } from '../../../platform/database/primary/primary-watch';
import { Queues } from '../../../platform/queues/queues';
import { HumanCallDispatcher } from './human-call-dispatcher';
import { HUMAN_DISPATCH_QUEUE } from '../../infrastructure/human-dispatch.processor';
import { HumanCallRepository } from '../../infrastructure/human-call.repository';

/** Finds accounts with waiting human calls whose reminder is missing. */
@Injectable()
export class WaitingHumanCallsSweep {
  constructor(
    private readonly queues: Queues,
    private readonly calls: HumanCallRepository,
    private readonly dispatcher: HumanCallDispatcher,
    private readonly watch: PrimaryWatch,
  ) {}

  async run(): Promise<void> {
    for (const accountId of await this.calls.accountsWithWaiting()) {
      if (this.watch.isFailoverRecent) await this.dispatcher.turn(accountId);
      else await this.queues.remind(HUMAN_DISPATCH_QUEUE, { accountId });
    }
  }
}
