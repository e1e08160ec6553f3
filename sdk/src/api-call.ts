import type { ApiResponse } from './response.ts';

/** The response of a request that is under way: `await` gives its data. */
export class ApiCall<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiCall';
  readonly #response: Promise<ApiResponse<T>>;

  constructor(response: Promise<ApiResponse<T>>) {
    this.#response = response;
  }

  /** The data with status, request id and headers. */
  withResponse(): Promise<ApiResponse<T>> {
    return this.#response;
  }

  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError);
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return this.then().finally(onSettled);
  }
}
