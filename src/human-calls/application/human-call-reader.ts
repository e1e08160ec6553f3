import { Injectable } from '@nestjs/common';
import { type ListView, listView, pageAfter } from '../../platform/http/answers/lists';
import type { HumanCallState } from '../domain/human-call-state';
import { type HumanCallFilter, HumanCallListRepository } from '../infrastructure/human-call-list.repository';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { humanCallNotFound } from './human-call-errors';
import { HumanCallRecordings } from './human-call-recordings';
import { HumanCallWaitReasons } from './dispatch/human-call-wait-reasons';
import { type HumanCallView, humanCallView } from './human-call.view';

/** Read access to human calls for API users. */
@Injectable()
export class HumanCallReader {
  constructor(
    private readonly calls: HumanCallRepository,
    private readonly lists: HumanCallListRepository,
    private readonly talks: HumanTalkRepository,
    private readonly waits: HumanCallWaitReasons,
    private readonly recordings: HumanCallRecordings,
  ) {}

  /** @throws DomainError not_found */
  async view(accountId: string, id: string): Promise<HumanCallView> {
    const call = await this.calls.find(accountId, id);
    const [view] = call ? await this.#views(accountId, [call]) : [];
    if (!view) throw humanCallNotFound();
    return view;
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `startingAfter` */
  async list(
    accountId: string,
    filter: HumanCallFilter,
    limit: number,
    startingAfter?: string,
  ): Promise<ListView<HumanCallView>> {
    const rows = await this.lists.list(accountId, filter, limit + 1, startingAfter);
    const page = await pageAfter('human call', { rows, limit, startingAfter }, (id) =>
      this.calls.find(accountId, id),
    );
    return listView(await this.#views(accountId, page.rows), page.hasMore);
  }

  async #views(accountId: string, calls: readonly HumanCallState[]): Promise<HumanCallView[]> {
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
