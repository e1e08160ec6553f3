import { Injectable } from '@nestjs/common';
import { type ListView, listView, pageAfter } from '../../platform/http/answers/lists';
import type { CallState } from '../domain/call-state';
import type { Talk } from '../domain/outcome';
import { type CallFilter, CallListRepository } from '../infrastructure/call-list.repository';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallHistory } from './lists/call-history';
import { CallWaitReasons } from './dispatch/call-wait-reasons';
import { CallRecordings } from './call-recordings';
import { type CallView, callView, timelineView } from './call.view';
import { callNotFound } from './call-errors';

/** Read access to calls for API users. */
@Injectable()
export class CallReader {
  constructor(
    private readonly calls: CallRepository,
    private readonly lists: CallListRepository,
    private readonly talks: TalkRepository,
    private readonly history: CallHistory,
    private readonly holds: CallWaitReasons,
    private readonly recordings: CallRecordings,
  ) {}

  /** @throws DomainError not_found */
  async view(accountId: string, id: string): Promise<CallView> {
    const [view] = await this.#views(accountId, [await this.#find(accountId, id)]);
    if (!view) throw callNotFound();
    return view;
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `startingAfter` */
  async list(
    accountId: string,
    filter: CallFilter,
    limit: number,
    startingAfter?: string,
  ): Promise<ListView<CallView>> {
    const rows = await this.lists.list(accountId, filter, limit + 1, startingAfter);
    const page = await pageAfter('call', { rows, limit, startingAfter }, (id) =>
      this.calls.find(accountId, id),
    );
    return listView(await this.#views(accountId, page.rows), page.hasMore);
  }

  /** The complete timeline of a call, oldest first. @throws DomainError not_found */
  async timeline(accountId: string, id: string) {
    return listView((await this.history.of(await this.#find(accountId, id))).map(timelineView));
  }

  async #find(accountId: string, id: string): Promise<CallState> {
    const call = await this.calls.find(accountId, id);
    if (!call) throw callNotFound();
    return call;
  }

  async #views(accountId: string, calls: readonly CallState[]): Promise<CallView[]> {
    const holds = await this.holds.of(accountId, calls);
    const talked = calls.filter(
      ({ finishedAt, durationSeconds }) => finishedAt !== null && durationSeconds !== null,
    );
    const talks =
      talked.length === 0 ? new Map<string, Talk>() : await this.talks.find(talked.map(({ id }) => id));
    return calls.map((call) =>
      callView(call, {
        hold: holds.get(call.id),
        talk: talks.get(call.id),
        recording: this.recordings.linkTo(call, talks.get(call.id)),
      }),
    );
  }
}

export type { CallFilter };
