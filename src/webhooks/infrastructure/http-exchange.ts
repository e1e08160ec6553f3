import type { Dispatcher } from 'undici';
import { ResponsePrefix } from './response-prefix';
import { MAX_ANSWER_BYTES } from '../../platform/outbound/connections';
import { deferred } from '../../platform/kernel/async/deferred';

const BODY_TIMEOUT_MS = 2_000;

export interface Answer {
  readonly statusCode: number;
  /** Read to its end, so the connection can be reused. */
  readonly isWhole: boolean;
  /** `performance.now()` when the status arrived. */
  readonly answeredAt: number;
  readonly start: string;
}

/** Receives a response as callbacks of the client, without a stream. A status counts, whatever the body contains. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #answer = deferred<Answer>();
  /** Rejects without a status, with the cause or the reason passed to {@link abort}. */
  readonly answer = this.#answer.promise;
  #controller: Dispatcher.DispatchController | null = null;
  #status: { readonly statusCode: number; readonly answeredAt: number } | null = null;
  #bytes = 0;
  readonly #start = new ResponsePrefix();
  #timer: NodeJS.Timeout | undefined;

  /** Ends the exchange. Without a status the attempt fails, even while connecting; with one, the body is cut. */
  abort(reason: Error): void {
    if (this.#status !== null) {
      this.#end(false);
      return;
    }
    this.#answer.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode < 200) return;
    this.#status = { statusCode, answeredAt: performance.now() };
    this.#timer = setTimeout(() => this.#end(false), BODY_TIMEOUT_MS);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#start.add(chunk);
    if (this.#bytes > MAX_ANSWER_BYTES) this.#end(false);
  }

  onResponseEnd(): void {
    this.#end(true);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === null) this.#answer.reject(error);
    else this.#end(false);
  }

  #end(isWhole: boolean): void {
    clearTimeout(this.#timer);
    if (this.#status !== null) this.#answer.resolve({ ...this.#status, isWhole, start: this.#start.text() });
  }
}
