import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { contactView } from '../../../calling';
import { Credits } from '../../../credits';
import { isAlias } from '../../../platform/erasure/alias';
import { listView, unknownCursor } from '../../../platform/http/answers/lists';
import { csvLine } from '../../../platform/kernel/csv';
import { utf8Length } from '../../../platform/kernel/text';
import { localSeconds } from '../../../platform/kernel/zoned-time';
import { Semaphore } from '../../../platform/semaphore';
import type { CallState } from '../../domain/call-state';
import { NOT_REACHED_STATUSES } from '../../domain/call-status';
import { CallExportRepository, type Named } from '../../infrastructure/call-export.repository';
import { CallRowRepository } from '../../infrastructure/call-row.repository';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallRowFilters, type CallRowsRequest } from './call-row-filters';
import { type Column, columnsOf, type OwnColumns } from './call-csv';

const PAGE = 1_000;
const MAX_CALLS = 100_000;
const MAX_COLUMNS = 200;

const NOT_REACHED_PAGE = { rows: 1_000, bytes: 512 * 1_024, readAtOnce: 200 };

type NotReached = ReturnType<typeof notReachedView>;

/** Calls as tables that leave the service, made page by page while they are read. */
@Injectable()
export class CallExports {
  /** One page at a time: pages of many files at once would use all connections and block the event loop. */
  readonly #pages = new Semaphore(1);

  constructor(
    private readonly accounts: Accounts,
    private readonly credits: Credits,
    private readonly filters: CallRowFilters,
    private readonly rows: CallRowRepository,
    private readonly calls: CallRepository,
    private readonly exports: CallExportRepository,
  ) {}

  /** At most 100,000, newest first. @throws DomainError invalid_request for a `to` before `from`, at the first line */
  async *ofFilter(accountId: string, request: CallRowsRequest): AsyncGenerator<string, void, undefined> {
    const filter = await this.filters.of(accountId, request);
    const hasAttempts = await this.exports.hasChains(accountId);
    const own = { variables: null, metadata: null, answers: null, hasAttempts };
    const pages = (last: CallState | null, limit: number) =>
      this.rows.list(accountId, filter, limit, last?.id);
    yield* this.#table(accountId, own, pages, MAX_CALLS);
  }

  /** The results of batches, in the order sent, with a column for each variable, metadata entry and question. */
  async *results(accountId: string, batchIds: readonly string[]): AsyncGenerator<string, void, undefined> {
    const [variables, metadata, answers] = [
      await this.#names(batchIds, 'variables'),
      await this.#names(batchIds, 'metadata'),
      await this.#names(batchIds, 'answers'),
    ];
    const pages = (last: CallState | null, limit: number) => this.exports.ofBatches(batchIds, limit, last);
    const hasAttempts = await this.exports.hasChains(accountId);
    yield* this.#table(accountId, { variables, metadata, answers, hasAttempts }, pages, Infinity);
  }

  /** Oldest first, without erased contacts. @throws DomainError invalid_request for an unknown `after` */
  async notReached(accountId: string, batchIds: readonly string[], after: string | undefined) {
    let cursor = after === undefined ? null : await this.calls.find(accountId, after);
    if (after !== undefined && !(cursor?.batchId && batchIds.includes(cursor.batchId)))
      throw unknownCursor('call of the batch');
    const { rows, bytes, readAtOnce } = NOT_REACHED_PAGE;
    const data: NotReached[] = [];
    let size = 0;
    for (;;) {
      const found = await this.exports.ofBatches(batchIds, readAtOnce, cursor, NOT_REACHED_STATUSES);
      for (const call of found.filter(({ phoneNumber }) => !isAlias(phoneNumber))) {
        const view = notReachedView(call);
        size += utf8Length(JSON.stringify(view)) + 1;
        if (data.length === rows || (data.length > 0 && size > bytes)) return listView(data, true);
        data.push(view);
      }
      if (found.length < readAtOnce) return listView(data, false);
      cursor = found.at(-1) ?? null;
    }
  }

  async #names(batchIds: readonly string[], kind: Named): Promise<string[] | null> {
    const names = await this.exports.names(batchIds, kind, MAX_COLUMNS + 1);
    return names.length > MAX_COLUMNS ? null : names;
  }

  async *#table(
    accountId: string,
    own: OwnColumns,
    pageAfter: (last: CallState | null, limit: number) => Promise<readonly CallState[]>,
    most: number,
  ): AsyncGenerator<string, void, undefined> {
    const { timezone } = await this.accounts.get(accountId);
    const columns = columnsOf(own, timezone, localSeconds(timezone));
    yield csvLine(columns.map(({ head }) => head));
    let last: CallState | null = null;
    for (let left = most; left > 0;) {
      const limit = Math.min(PAGE, left);
      const after: CallState | null = last;
      const { page, lines } = await this.#page(columns, () => pageAfter(after, limit));
      if (lines !== '') yield lines;
      last = page.at(-1) ?? null;
      left = page.length < limit ? 0 : left - page.length;
    }
  }

  async #page(columns: readonly Column[], read: () => Promise<readonly CallState[]>) {
    await this.#pages.acquire(1);
    try {
      const page = await read();
      const ids = page.map(({ id }) => id);
      const [readings, charges] = await Promise.all([this.exports.readings(ids), this.credits.charges(ids)]);
      const lines = page.map((call) => {
        const exported = { call, reading: readings.get(call.id), credits: charges.get(call.id) ?? 0 };
        return csvLine(columns.map(({ cell }) => cell(exported)));
      });
      return { page, lines: lines.join('') };
    } finally {
      this.#pages.release(1);
    }
  }
}

function notReachedView(call: CallState) {
  return {
    call_id: call.id,
    phone_number: call.phoneNumber,
    contact: contactView(call),
    variables: call.variables,
    metadata: call.metadata,
  };
}
