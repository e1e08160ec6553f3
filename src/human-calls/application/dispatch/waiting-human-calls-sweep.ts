import { Injectable } from '@nestjs/common';
import { PrimaryWatch } from '../../../platform/database/primary/primary-watch';
import { Queues } from '../../../platform/queues/queues';
import { HumanCallDispatcher } from './human-call-dispatcher';
import { HUMAN_DISPATCH_QUEUE } from '../../infrastructure/human-dispatch.processor';
import { HumanCallRepository } from '../../infrastructure/human-call.repository';

/** After a failover the queues may lock what dead connections processed: then the sweep gives the turns (R217). */
const GIVE_TURNS_MS = 15_000;

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
    const givesTurns = this.watch.ageMs < GIVE_TURNS_MS;
    for (const accountId of await this.calls.accountsWithWaiting()) {
      if (givesTurns) await this.dispatcher.turn(accountId);
      else await this.queues.remind(HUMAN_DISPATCH_QUEUE, { accountId });
    }
  }
}
