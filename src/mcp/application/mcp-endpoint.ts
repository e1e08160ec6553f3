import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { LinkSigner } from '../../platform/link-signer';
import { type Count, Metrics } from '../../platform/metrics';
import { InProcessApi } from '../infrastructure/in-process-api';
import type { McpHandler } from './mcp-handler';

/** Who sends a request: a key that was identified. */
export interface McpClient {
  readonly apiKey: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<string>;
  readonly address: string | undefined;
  readonly wantsReadOnly: boolean;
}

/** Serves MCP over this process's own API. Its packages are loaded with the first request. */
@Injectable()
export class McpEndpoint {
  readonly #requests: Count;
  #handler: Promise<McpHandler> | null = null;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly signer: LinkSigner,
    metrics: Metrics,
    private readonly host: HttpAdapterHost,
  ) {
    const help = 'Uses of MCP tools, by tool and result.';
    this.#requests = metrics.declare('aics_mcp_requests_total', help, ['tool', 'result']);
  }

  async serve(
    request: Request,
    { apiKey, accountId, scopes, address, wantsReadOnly }: McpClient,
  ): Promise<Response> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const api = new InProcessApi(server, apiKey, { address, via: 'mcp' });
    const handler = await (this.#handler ??= this.#load());
    const isReadOnly = this.config.mcpReadOnly || wantsReadOnly;
    return handler.handle(request, { user: { api, accountId }, scopes, isReadOnly });
  }

  async #load(): Promise<McpHandler> {
    const { McpHandler: Handler } = await import('./mcp-handler.js');
    return new Handler({
      signer: this.signer,
      nowMs: () => this.clock.nowMs(),
      count: (tool, result) => this.#requests({ tool, result }),
    });
  }
}
