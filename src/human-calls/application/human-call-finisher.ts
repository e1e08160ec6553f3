import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Outbox } from '../../platform/events/outbox';
import type { HumanTalk } from '../domain/human-analysis';
import type { HumanCall } from '../domain/human-call';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallAnnouncer } from './human-call-announcer';
import { HumanCallRecordings } from './human-call-recordings';
import { humanCallView } from './human-call.view';

/** The only way to store changed human calls: rows, events and announcement go into one transaction. */
@Injectable()
export class HumanCallFinisher {
  constructor(
    private readonly calls: HumanCallRepository,
    private readonly lines: CallingLines,
    private readonly outbox: Outbox,
    private readonly announcer: HumanCallAnnouncer,
    private readonly recordings: HumanCallRecordings,
  ) {}

  /** Stores changed calls and announces those whose analysis has ended. `talks` are their recordings as text. */
  async store(calls: readonly HumanCall[], talks: ReadonlyMap<string, HumanTalk> = new Map()): Promise<void> {
    await this.calls.update(calls);
    const over = calls.filter(({ analysisEnded }) => analysisEnded);
    if (over.length === 0) return;
    await this.announcer.announce(
      over.map(({ state }) => {
        const talk = talks.get(state.id);
        const recording = this.recordings.linkTo(state, talk);
        return { accountId: state.accountId, call: humanCallView(state, { talk, recording }) };
      }),
    );
  }

  /** Stores calls of one account that no longer wait, and wakes the dispatcher for those that may go instead. */
  async storeUnqueued(accountId: string, calls: readonly HumanCall[]): Promise<void> {
    if (calls.length === 0) return;
    await this.store(calls);
    await this.lines.endWaits(calls.map(({ state }) => state.id));
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
  }
}
