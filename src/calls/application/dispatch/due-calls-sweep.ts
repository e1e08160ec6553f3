import { Injectable } from '@nestjs/common';
import { Carriers } from '../../../carriers';
import { Clock } from '../../../platform/clock';
import { PrimaryWatch } from '../../../platform/database/primary/primary-watch';
import { Queues } from '../../../platform/queues/queues';
import { SweepDeduplicator } from '../../../platform/queues/sweep-deduplicator';
import { CallDispatcher } from './call-dispatcher';
import { DISPATCH_QUEUE } from '../../infrastructure/dispatch.processor';
import { DueCallsRepository } from '../../infrastructure/due-calls.repository';

/** Finds accounts with due calls whose reminder is missing. */
@Injectable()
export class DueCallsSweep {
  readonly #deduplicator = new SweepDeduplicator();

  constructor(
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly due: DueCallsRepository,
    private readonly carriers: Carriers,
    private readonly dispatcher: CallDispatcher,
    private readonly watch: PrimaryWatch,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    const { overTrunks } = this.carriers;
    const freed = await this.due.accountsWithFreedNumbers(now, overTrunks);
    const found = await this.due.accountsWithDueCalls(now, overTrunks);
    if (this.watch.isFailoverRecent) {
      this.#deduplicator.forget();
      for (const accountId of new Set([...found.keys(), ...freed])) await this.dispatcher.turn(accountId);
      return;
    }
    const due = this.#deduplicator.findingsToReport(found, await this.queues.waiting(DISPATCH_QUEUE));
    try {
      for (const accountId of [...due, ...freed]) await this.queues.remind(DISPATCH_QUEUE, { accountId });
    } catch (error) {
      this.#deduplicator.forget();
      throw error;
    }
  }
}
