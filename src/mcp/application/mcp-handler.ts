import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Signer } from '../domain/confirmation';
import { makeServer } from './mcp-server';
import { type CallOutcome, offeredTools, ToolCalls, type ToolUser } from './tool-calls';

const MAX_BODY_BYTES = 1_024 ** 2;

export interface McpRequest {
  readonly user: ToolUser;
  readonly scopes: ReadonlySet<string>;
  readonly isReadOnly: boolean;
}

export interface HandlerOptions {
  readonly signer: Signer;
  readonly nowMs: () => number;
  readonly count: (tool: string, outcome: CallOutcome) => void;
}

/** Serves MCP over HTTP, both eras of the protocol, each request by a server of its own. */
export class McpHandler {
  readonly #handler: McpHttpHandler;

  constructor({ signer, nowMs, count }: HandlerOptions) {
    const calls = new ToolCalls(signer, nowMs, count);
    const options = { maxRequestBodySize: MAX_BODY_BYTES };
    this.#handler = createMcpHandler(({ authInfo }) => {
      const { user, scopes, isReadOnly } = authInfo?.extra as unknown as McpRequest;
      return makeServer(offeredTools(scopes, isReadOnly), calls, user);
    }, options);
  }

  handle(web: Request, request: McpRequest): Promise<Response> {
    // What the guard has identified; the package hands it on.
    const authInfo = { token: '', clientId: request.user.accountId, scopes: [], extra: { ...request } };
    return this.#handler.fetch(web, { authInfo });
  }
}
