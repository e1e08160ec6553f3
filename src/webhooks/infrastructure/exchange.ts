import type { Dispatcher } from 'undici';
import { ANSWER_BYTES } from './connections';

/** "at most 16 KiB and 2 s of the answer's body are read". */
const BODY_MS = 2_000;

/** What came of a request that was answered. */
export interface Answer {
  readonly statusCode: number;
  /** Whether the answer was read to its end, so that its connection can be used again. */
  readonly isWhole: boolean;
  /** Of `performance.now()`, when the status came. */
  readonly answeredAt: number;
}

/**
 * One request and its answer, as the client hands them over piece by piece: no stream is made of a body that nobody keeps.
 * A status stands, whatever the body then does.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects when there is no status: whatever the reason, or what {@link abort} was given. */
  readonly answer: Promise<Answer>;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #status: { readonly statusCode: number; readonly answeredAt: number } | null = null;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The attempt's time is over: no status came, also while there is no connection yet, or no more of the body is read. */
  abort(reason: Error): void {
    if (this.#status !== null) {
      this.#end(false);
      return;
    }
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number): void {
    // Interim answers (1xx) are none.
    if (statusCode < 200) return;
    this.#status = { statusCode, answeredAt: performance.now() };
    this.#timer = setTimeout(() => {
      this.#end(false);
    }, BODY_MS);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > ANSWER_BYTES) this.#end(false);
  }

  onResponseEnd(): void {
    this.#end(true);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === null) this.#reject(error);
    else this.#end(false);
  }

  #end(isWhole: boolean): void {
    clearTimeout(this.#timer);
    if (this.#status !== null) this.#resolve({ ...this.#status, isWhole });
  }
}
