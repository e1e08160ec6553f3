import { ResponseExchange, type ResponseHead } from './response-exchange';

export interface ToolResponse {
  readonly statusCode: number;
  /** Lower-case. */
  readonly contentType: string;
  readonly isCompressed: boolean;
  readonly body: Buffer;
}

/** Receives a whole response. */
export class ToolExchange extends ResponseExchange<ToolResponse> {
  #head: Omit<ToolResponse, 'body'> | null = null;
  readonly #parts: Buffer[] = [];

  protected override onHead({ status, isCompressed, header }: ResponseHead): void {
    this.#head = { statusCode: status, contentType: header('content-type').toLowerCase(), isCompressed };
  }

  protected override onChunk(chunk: Buffer): void {
    this.#parts.push(Buffer.from(chunk));
  }

  protected override onWhole(): void {
    if (this.#head) this.outcome.resolve({ ...this.#head, body: Buffer.concat(this.#parts) });
  }
}
