import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Metrics } from '../../platform/metrics';
import type { Call } from '../domain/call';
import type { Talk } from '../domain/outcome';
import { CallRepository } from '../infrastructure/call.repository';
import { CallAnnouncer } from './call-announcer';
import { CallRecordings } from './call-recordings';
import { callView } from './call.view';

/**
 * The only way to store calls that became final: rows, timeline, events and the announcement go into one transaction, so
 * an event exists if and only if its call is final.
 */
@Injectable()
export class CallFinisher {
  constructor(
    private readonly calls: CallRepository,
    private readonly announcer: CallAnnouncer,
    private readonly recordings: CallRecordings,
    private readonly metrics: Metrics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores calls that changed, and announces those of them that are finished. `talks`: what connected calls said. */
  async store(calls: readonly Call[], talks: ReadonlyMap<string, Talk> = new Map()): Promise<void> {
    await this.calls.update(calls);
    const finished = calls.filter(({ state }) => state.finishedAt !== null);
    if (finished.length === 0) return;
    this.unitOfWork.afterCommit(() => {
      for (const { state } of finished) {
        this.metrics.count('aics_calls_finished_total', 'AI calls that are over, by their final status.', {
          status: state.status,
        });
      }
    });
    await this.announcer.announce(
      finished.map(({ state }) => ({
        accountId: state.accountId,
        call: callView(state, {
          talk: talks.get(state.id),
          recording: this.recordings.linkTo(state, talks.get(state.id)),
        }),
      })),
    );
  }
}
