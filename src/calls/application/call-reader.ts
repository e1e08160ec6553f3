import { Injectable } from '@nestjs/common';
import { CallViewReader } from '../../calling';
import { listView } from '../../platform/http/answers/lists';
import type { DomainError } from '../../platform/kernel/domain-error';
import type { CallState } from '../domain/call-state';
import type { Talk } from '../domain/talk';
import { type CallFilter, CallListRepository } from '../infrastructure/call-list.repository';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallHistory } from './lists/call-history';
import { CallWaitReasons } from './dispatch/call-wait-reasons';
import { CallRecordings } from './call-recordings';
import { type CallView, callView, timelineView } from './call.view';
import { callNotFound } from './call-errors';

@Injectable()
export class CallReader extends CallViewReader<CallState, CallView, CallFilter> {
  protected override readonly noun = 'call';

  constructor(
    calls: CallRepository,
    lists: CallListRepository,
    private readonly talks: TalkRepository,
    private readonly history: CallHistory,
    private readonly waitReasons: CallWaitReasons,
    private readonly recordings: CallRecordings,
  ) {
    super(calls, lists);
  }

  /** The complete timeline of a call, oldest first. @throws DomainError not_found */
  async timeline(accountId: string, id: string) {
    return listView((await this.history.of(await this.find(accountId, id))).map(timelineView));
  }

  protected override notFound(): DomainError {
    return callNotFound();
  }

  protected override async views(accountId: string, calls: readonly CallState[]): Promise<CallView[]> {
    const reasons = await this.waitReasons.of(accountId, calls);
    const talked = calls.filter(({ durationSeconds }) => durationSeconds !== null);
    const talks =
      talked.length === 0 ? new Map<string, Talk>() : await this.talks.find(talked.map(({ id }) => id));
    return calls.map((call) =>
      callView(call, {
        callHold: reasons.get(call.id),
        talk: talks.get(call.id),
        recording: this.recordings.linkTo(call, talks.get(call.id)),
      }),
    );
  }
}

export type { CallFilter };
