import { Injectable } from '@nestjs/common';
import { CallViewReader } from '../../calling';
import type { DomainError } from '../../platform/kernel/domain-error';
import type { HumanCallState } from '../domain/human-call-state';
import { type HumanCallFilter, HumanCallListRepository } from '../infrastructure/human-call-list.repository';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { humanCallNotFound } from './human-call-errors';
import { HumanCallRecordings } from './human-call-recordings';
import { HumanCallWaitReasons } from './dispatch/human-call-wait-reasons';
import { type HumanCallView, humanCallView } from './human-call.view';

@Injectable()
export class HumanCallReader extends CallViewReader<HumanCallState, HumanCallView, HumanCallFilter> {
  protected override readonly noun = 'human call';

  constructor(
    calls: HumanCallRepository,
    lists: HumanCallListRepository,
    private readonly talks: HumanTalkRepository,
    private readonly waits: HumanCallWaitReasons,
    private readonly recordings: HumanCallRecordings,
  ) {
    super(calls, lists);
  }

  protected override notFound(): DomainError {
    return humanCallNotFound();
  }

  protected override async views(
    accountId: string,
    calls: readonly HumanCallState[],
  ): Promise<HumanCallView[]> {
    const waits = await this.waits.of(accountId, calls);
    const talked = calls.filter(({ status }) => status === 'completed');
    const talks = await this.talks.find(talked.map(({ id }) => id));
    return calls.map((call) => {
      const talk = talks.get(call.id);
      const recording = this.recordings.linkTo(call, talk);
      return humanCallView(call, { waitsFor: waits.get(call.id), talk, recording });
    });
  }
}

export type { HumanCallFilter };
