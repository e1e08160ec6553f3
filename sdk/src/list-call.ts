import type { ApiResponse } from './response.ts';

/** One page as the API answers it. */
export interface ListAnswer<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

export type Page<T, Answer extends ListAnswer<T> = ListAnswer<T>> = Answer & {
  /** null after the last page. */
  nextPage(): Promise<Page<T, Answer> | null>;
};

/** Requests the page after an item; the first one without. */
export type PageReader<Answer> = (after: string | undefined) => Promise<ApiResponse<Answer>>;

/** `await` gives one page, `for await` every item; a page is requested when it is needed. */
export class ListCall<T, Answer extends ListAnswer<T> = ListAnswer<T>>
  implements Promise<Page<T, Answer>>, AsyncIterable<T>
{
  readonly [Symbol.toStringTag] = 'ListCall';
  readonly #read: PageReader<Answer>;
  readonly #cursorOf: (item: T) => string | undefined;
  #first: Promise<ApiResponse<Answer>> | undefined;

  /** @param cursorOf what `starting_after` takes after an item; undefined: the list has no more pages */
  constructor(read: PageReader<Answer>, cursorOf: (item: T) => string | undefined) {
    this.#read = read;
    this.#cursorOf = cursorOf;
  }

  /** The first page with status, request id and headers. */
  async withResponse(): Promise<ApiResponse<Page<T, Answer>>> {
    this.#first ??= this.#read(undefined);
    const response = await this.#first;
    return { ...response, data: this.#pageOf(response.data) };
  }

  /** The first items, `count` at most. */
  async *take(count: number): AsyncGenerator<T, void, undefined> {
    if (count <= 0) return;
    let left = count;
    for await (const item of this) {
      yield item;
      left -= 1;
      if (left <= 0) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let page: Page<T, Answer> | null = await this;
    while (page) {
      yield* page.data;
      page = await page.nextPage();
    }
  }

  then<A = Page<T, Answer>, B = never>(
    onPage?: ((page: Page<T, Answer>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onPage, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T, Answer> | B> {
    return this.then(undefined, onError);
  }

  finally(onSettled?: (() => void) | null): Promise<Page<T, Answer>> {
    return this.then().finally(onSettled);
  }

  #pageOf(answer: Answer): Page<T, Answer> {
    const last = answer.data.at(-1);
    const after = answer.has_more && last !== undefined ? this.#cursorOf(last) : undefined;
    const nextPage = async () => (after === undefined ? null : this.#pageOf((await this.#read(after)).data));
    return { ...answer, nextPage };
  }
}
