import { type ListView, listView, pageAfter } from '../../platform/http/answers/lists';
import type { DomainError } from '../../platform/kernel/domain-error';

interface CallSource<State> {
  find(accountId: string, id: string): Promise<State | null>;
}

interface CallListSource<State, Filter> {
  list(accountId: string, filter: Filter, limit: number, after: string | undefined): Promise<State[]>;
}

export abstract class CallViewReader<State extends { readonly id: string }, View, Filter> {
  /** The name of a call in messages. */
  protected abstract readonly noun: string;

  constructor(
    private readonly source: CallSource<State>,
    private readonly pages: CallListSource<State, Filter>,
  ) {}

  protected abstract notFound(): DomainError;
  protected abstract views(accountId: string, calls: readonly State[]): Promise<View[]>;

  /** @throws DomainError not_found */
  async view(accountId: string, id: string): Promise<View> {
    const [view] = await this.views(accountId, [await this.find(accountId, id)]);
    if (!view) throw this.notFound();
    return view;
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `startingAfter` */
  async list(
    accountId: string,
    filter: Filter,
    limit: number,
    startingAfter: string | undefined,
  ): Promise<ListView<View>> {
    const rows = await this.pages.list(accountId, filter, limit + 1, startingAfter);
    const page = await pageAfter(this.noun, { rows, limit, startingAfter }, (id) =>
      this.source.find(accountId, id),
    );
    return listView(await this.views(accountId, page.rows), page.hasMore);
  }

  /** @throws DomainError not_found */
  async find(accountId: string, id: string): Promise<State> {
    const call = await this.source.find(accountId, id);
    if (!call) throw this.notFound();
    return call;
  }
}
