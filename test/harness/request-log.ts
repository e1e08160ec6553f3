import type { Page, Request } from 'playwright-core';

const MAX_FAILED = 20;

/** The requests of a page that failed or have no response yet. */
export class RequestLog {
  readonly #pending = new Set<Request>();
  readonly #failed: string[] = [];

  constructor(page: Page) {
    page.on('request', (request) => this.#pending.add(request));
    page.on('requestfailed', (request) => this.#end(request, request.failure()?.errorText ?? 'failed'));
    page.on('requestfinished', (request) => void this.#onFinished(request));
  }

  /** One line each, the last failures first. */
  lines(): string[] {
    const pending = [...this.#pending].map((request) => lineOf(request, 'no response yet'));
    return [...this.#failed.toReversed(), ...pending];
  }

  async #onFinished(request: Request): Promise<void> {
    const response = await request.response().catch(() => null);
    const status = response?.status() ?? 0;
    this.#end(request, status >= 400 ? String(status) : null);
  }

  #end(request: Request, failure: string | null): void {
    this.#pending.delete(request);
    if (failure !== null) this.#failed.push(lineOf(request, failure));
    if (this.#failed.length > MAX_FAILED) this.#failed.shift();
  }
}

function lineOf(request: Request, outcome: string): string {
  return `${request.method()} ${new URL(request.url()).pathname}: ${outcome}`;
}
