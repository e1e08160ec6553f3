import { own } from '../../platform/kernel/own';
import type { Dispatcher } from 'undici';
import { BodyTooLarge } from './send-result';

export const MAX_BODY_BYTES = 65_536;

export interface ToolResponse {
  readonly statusCode: number;
  /** Lower-case names. */
  readonly contentType: string;
  readonly isCompressed: boolean;
  readonly body: Buffer;
}

/** Receives a whole response as callbacks of the client, without a stream. */
export class ToolExchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<ToolResponse>;
  #resolve!: (response: ToolResponse) => void;
  #reject!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #head: Omit<ToolResponse, 'body'> | null = null;
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  constructor() {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  abort(reason: Error): void {
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (statusCode < 200) return;
    const header = (name: string) => String(own(headers, name) ?? '').toLowerCase();
    const encoding = header('content-encoding');
    this.#head = {
      statusCode,
      contentType: header('content-type'),
      isCompressed: encoding !== '' && encoding !== 'identity',
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_BODY_BYTES) this.abort(new BodyTooLarge());
    else this.#parts.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    if (this.#head) this.#resolve({ ...this.#head, body: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
