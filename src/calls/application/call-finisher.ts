import { Injectable } from '@nestjs/common';
import { BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type Count, Metrics } from '../../platform/metrics';
import type { Call } from '../domain/call';
import type { Talk } from '../domain/talk';
import { CallRepository } from '../infrastructure/call.repository';
import { FurtherAttempts } from './attempts/further-attempts';
import { CallAnnouncer } from './call-announcer';
import { CallRecordings } from './call-recordings';
import { callView } from './call.view';

interface Changed {
  readonly call: Call;
  /** The transcript of a connected call. */
  readonly talk: Talk | undefined;
}

/**
 * The only way to store calls that became final. Rows, timeline, events and announcement go into one transaction, so an
 * event exists if and only if its call is final (R14).
 */
@Injectable()
export class CallFinisher {
  readonly #stored: BatchWriter<Changed>;
  readonly #finished: Count;

  constructor(
    private readonly calls: CallRepository,
    private readonly attempts: FurtherAttempts,
    private readonly announcer: CallAnnouncer,
    private readonly recordings: CallRecordings,
    metrics: Metrics,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const help = 'AI calls that are over, by their final status.';
    this.#finished = metrics.declare('aics_calls_finished_total', help, ['status']);
    this.#stored = new BatchWriter(unitOfWork, (changed) => this.#store(changed));
  }

  /** Stores changed calls and announces those that are finished. `talks` are the transcripts of connected calls. */
  store(calls: readonly Call[], talks: ReadonlyMap<string, Talk> = new Map()): Promise<void> {
    return this.#stored.add(calls.map((call) => ({ call, talk: talks.get(call.state.id) })));
  }

  async #store(changed: readonly Changed[]): Promise<void> {
    const calls = changed.map(({ call }) => call);
    const undecided = calls.filter((call) => call.isUndecided);
    if (undecided.length > 0) await this.attempts.decide(undecided);
    await this.calls.update(calls);
    const finished = changed.flatMap(({ call: { state }, talk }) =>
      state.finishedAt === null ? [] : [{ state, talk }],
    );
    if (finished.length === 0) return;
    this.unitOfWork.afterCommit(() => {
      for (const { state } of finished) this.#finished({ status: state.status });
    });
    await this.announcer.announce(
      finished.map(({ state, talk }) => ({
        accountId: state.accountId,
        call: callView(state, { talk, recording: this.recordings.linkTo(state, talk) }),
      })),
    );
  }
}
