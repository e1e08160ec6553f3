import { Injectable } from '@nestjs/common';
import type { Client, PriorDiscovery, RequestOptions } from '@modelcontextprotocol/client';
import { Clock } from '../../../platform/clock';
import { listingPage, type OfferedFunction } from '../../domain/mcp-listing';
import { failureWith, type SendResult } from '../send-result';
import { ToolAddressGuard } from '../tool-address-guard';
import { callResult, failureOfServer } from './mcp-results';
import { LISTING } from './message-exchange';
import { type McpServer, ServerExchanges } from './server-exchanges';
import { RecentMap } from '../../../platform/kernel/collections/recent-map';

type Package = typeof import('./protocol-client');

export interface FunctionCall {
  /** As the server names it. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The schema at the last refresh: some arguments go into headers, too. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly invocationId: string;
}

type Listed = { readonly tools: readonly OfferedFunction[] } | Exclude<SendResult, { kind: 'succeeded' }>;
type Work<T> = (client: Client, options: RequestOptions) => Promise<T>;

/** The protocol's era of a server is stored for as long. */
const ERA_MS = 600_000;
const MAX_ERAS = 1_000;
const MAX_PAGES = 16;
const MAX_FUNCTIONS = 500;
/** The caller's signal ends requests earlier. */
const REQUEST_TIMEOUT_MS = 60_000;

interface KnownEra {
  readonly prior: PriorDiscovery;
  readonly until: number;
}

/** Uses the tools of MCP servers, by the protocol's own client and within the limits of tools. */
@Injectable()
export class McpToolClient {
  ca: string | undefined;
  readonly #eras = new RecentMap<string, KnownEra>(MAX_ERAS);
  #package: Promise<Package> | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly guard: ToolAddressGuard,
  ) {}

  /** Blocks for a tenth of a second or more, once in a process. */
  load(): Promise<Package> {
    return (this.#package ??= import('./protocol-client.js'));
  }

  /** Every page of the server's list. Never rejects. */
  async list(server: McpServer, signal: AbortSignal): Promise<Listed> {
    const listed = await this.#withClient(server, signal, async (client, options) => {
      const tools: OfferedFunction[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const found = await client.request({ method: 'tools/list', params }, options);
        const page = listingPage(found[LISTING]);
        tools.push(...page.tools);
        if (page.nextCursor === undefined && tools.length <= MAX_FUNCTIONS) return { tools };
        cursor = page.nextCursor;
      }
      return failureWith('bad_answer', `The server lists more than ${MAX_FUNCTIONS} tools.`);
    });
    return listed as Listed;
  }

  /** @param signal aborted with `Dropped`, or after the timeout. Never rejects. */
  call(server: McpServer, call: FunctionCall, signal: AbortSignal): Promise<SendResult> {
    return this.#withClient(server, signal, async (client, options) => {
      const { name, inputSchema } = call;
      const _meta = { 'idempotency-key': call.invocationId };
      const params = { name, arguments: { ...call.arguments }, _meta };
      // The package neither lists nor sends again when it gets our definition.
      const toolDefinition = { name, inputSchema: inputSchema as { type: 'object' } };
      return callResult(await client.callTool(params, { ...options, toolDefinition }));
    });
  }

  async #withClient<T>(server: McpServer, signal: AbortSignal, work: Work<T>): Promise<T | SendResult> {
    const exchanges = new ServerExchanges(server, signal, { guard: this.guard, ca: this.ca });
    let end = () => exchanges.close();
    try {
      const { makeConnection } = await this.load();
      signal.throwIfAborted();
      const { client, transport } = makeConnection(new URL(server.url), exchanges);
      end = () => {
        void transport
          .terminateSession()
          .catch(() => undefined)
          .then(() => client.close())
          .catch(() => undefined)
          .finally(() => exchanges.close());
      };
      const options = { signal, timeout: REQUEST_TIMEOUT_MS };
      const prior = this.#era(server);
      await client.connect(transport, { ...options, ...(prior && { prior }) });
      const result = await work(client, options);
      this.#remember(server, client);
      return result;
    } catch (error) {
      this.#eras.delete(keyOf(server));
      return failureOfServer(error, exchanges.failure, signal);
    } finally {
      end();
    }
  }

  #era(server: McpServer): PriorDiscovery | null {
    const known = this.#eras.get(keyOf(server));
    return known && known.until > this.clock.nowMs() ? known.prior : null;
  }

  #remember(server: McpServer, client: Client): void {
    const version = client.getNegotiatedProtocolVersion();
    if (version === undefined || this.#era(server)) return;
    const discover = { supportedVersions: [version], capabilities: { tools: {} } };
    const prior: PriorDiscovery =
      client.getProtocolEra() === 'modern' ? { kind: 'modern', discover } : { kind: 'legacy' };
    this.#eras.set(keyOf(server), { prior, until: this.clock.nowMs() + ERA_MS });
  }
}

function keyOf({ toolId, url }: McpServer): string {
  return `${toolId} ${url}`;
}
