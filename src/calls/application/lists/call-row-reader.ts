import { Injectable } from '@nestjs/common';
import { listView, pageAfter } from '../../../platform/http/answers/lists';
import { CallRowRepository } from '../../infrastructure/call-row.repository';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallRowFilters, type CallRowsRequest } from './call-row-filters';
import { CallRowViews } from './call-row-views';

/** Calls as rows of the console's list. */
@Injectable()
export class CallRowReader {
  constructor(
    private readonly filters: CallRowFilters,
    private readonly rows: CallRowRepository,
    private readonly calls: CallRepository,
    private readonly views: CallRowViews,
  ) {}

  /** Newest first. @throws DomainError invalid_request for an unknown `after` or a `to` before `from` */
  async list(accountId: string, request: CallRowsRequest, limit: number, after: string | undefined) {
    const filter = await this.filters.of(accountId, request);
    const found = await this.rows.list(accountId, filter, limit + 1, after);
    const page = await pageAfter('call', { rows: found, limit, startingAfter: after }, (id) =>
      this.calls.find(accountId, id),
    );
    return listView(await this.views.of(accountId, page.rows), page.hasMore);
  }
}
