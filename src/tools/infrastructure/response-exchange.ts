import type { Dispatcher } from 'undici';
import { own } from '../../platform/kernel/own';
import { BodyTooLarge, refusedStatus } from './send-result';
import { deferred } from '../../platform/kernel/async/deferred';

const MAX_BODY_BYTES = 65_536;

export interface ResponseHead {
  readonly status: number;
  readonly isCompressed: boolean;
  /** '' without the header. */
  readonly header: (name: string) => string;
}

/** Receives a response of bounded size as callbacks of the client, without a stream. Nothing is decompressed. */
export abstract class ResponseExchange<T> implements Dispatcher.DispatchHandler {
  protected readonly outcome = deferred<T>();
  readonly response = this.outcome.promise;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #bytes = 0;

  constructor() {
    this.response.catch(() => undefined);
  }

  /** May throw what the exchange fails with, as the two below. */
  protected abstract onHead(head: ResponseHead): void;
  protected abstract onChunk(chunk: Buffer): void;
  protected abstract onWhole(): void;

  abort(reason: Error): void {
    this.outcome.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    const header = (name: string) => String(own(headers, name) ?? '');
    const isCompressed = !['', 'identity'].includes(header('content-encoding').toLowerCase());
    this.#attempt(() => {
      this.onHead({ status, isCompressed, header });
      this.#checkSize(Number(header('content-length')));
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#attempt(() => {
      this.#checkSize(this.#bytes);
      this.onChunk(chunk);
    });
  }

  onResponseEnd(): void {
    this.#attempt(() => this.onWhole());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.outcome.reject(error);
  }

  #checkSize(bytes: number): void {
    if (bytes > MAX_BODY_BYTES) throw this.#status > 299 ? refusedStatus(this.#status) : new BodyTooLarge();
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.abort(error as Error);
    }
  }
}
