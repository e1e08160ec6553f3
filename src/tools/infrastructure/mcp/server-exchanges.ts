import { originOf } from '../../../platform/kernel/network/url-host';
import type { AddressGuard } from '../../../platform/outbound/address-guard';
import { Connection } from '../../../platform/outbound/connections';
import { USER_AGENT } from '../http-tool.client';
import { MessageExchange } from './message-exchange';

/** The limit for ending a session, once its answer is there. */
const END_TIMEOUT_MS = 2_000;

export interface McpServer {
  readonly toolId: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The requests of one use of a server, one after another over one connection. */
export class ServerExchanges {
  readonly #connection: Connection;
  /** The first request that failed. */
  failure: Error | null = null;

  constructor(
    private readonly server: McpServer,
    private readonly signal: AbortSignal,
    options: { readonly guard: AddressGuard; readonly ca: string | undefined },
  ) {
    this.#connection = new Connection(originOf(new URL(server.url)), options);
  }

  /** `fetch` for the protocol's client, to the server's URL alone. It opens no stream beside the answers. */
  readonly fetch = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET' } = init;
    if (method === 'GET') return new Response(null, { status: 405 });
    try {
      const limit = method === 'DELETE' ? AbortSignal.timeout(END_TIMEOUT_MS) : this.signal;
      return await this.#send(init, init.signal ? AbortSignal.any([limit, init.signal]) : limit);
    } catch (error) {
      this.failure ??= error as Error;
      throw error;
    }
  };

  close(): void {
    this.#connection.close();
  }

  async #send({ method = 'POST', headers, body }: RequestInit, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    const text = typeof body === 'string' ? body : null;
    const exchange = new MessageExchange(text === null ? undefined : idIn(text));
    const onAbort = () => exchange.abort(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    const { pathname, search } = new URL(this.server.url);
    const ours = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' };
    const sent = Object.fromEntries(new Headers(headers));
    const options = { method, body: text, headers: { ...ours, ...this.server.headers, ...sent } };
    this.#connection.dispatch({ ...options, path: `${pathname}${search}` }, exchange);
    try {
      return await exchange.response;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function idIn(message: string): unknown {
  return (JSON.parse(message) as { id?: unknown }).id;
}
