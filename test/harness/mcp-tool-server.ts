import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server';

type Era = 'modern' | 'legacy';
type ServedMessage = Record<string, any>;

export interface ServedRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly message: ServedMessage;
}

export const tool = (name: string, fields: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
  ...fields,
});

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** The official server package over real HTTP, which also misbehaves on demand. */
export class McpToolServer {
  readonly requests: ServedRequest[] = [];
  tools: Tool[] = [];
  use: (name: string, args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult> = () =>
    textResult('done');
  /** Answers instead of the package; false: the package does. */
  misbehave: (response: ServerResponse, request: ServedRequest) => boolean = () => false;
  /** The session of the legacy protocol; null: without. */
  session: string | null = null;
  readonly #http: HttpServer = createServer((request, response) => void this.#serve(request, response));
  #era: Era = 'modern';

  get calls(): ServedMessage[] {
    return this.requests.map(({ message }) => message).filter(({ method }) => method === 'tools/call');
  }

  async start(era: Era = 'modern'): Promise<string> {
    this.#era = era;
    await new Promise<void>((done) => this.#http.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#http.close(done));
    this.#http.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const message = (body === '' ? {} : JSON.parse(body)) as ServedMessage;
    const served = { method: request.method ?? '', headers: request.headers, message };
    this.requests.push(served);
    if (this.misbehave(response, served)) return;
    const isDiscovery = message['method'] === 'server/discover';
    if (this.#era === 'legacy' && isDiscovery) {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Bad Request: no session');
      return;
    }
    const answer = await createMcpHandler(() => this.#server()).fetch(webRequest(request, body));
    if (message['method'] === 'initialize' && this.session)
      answer.headers.set('mcp-session-id', this.session);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  // The high-level class wants schemas of a library; those of tests are JSON.
  /* eslint-disable @typescript-eslint/no-deprecated */
  #server(): Server {
    const server = new Server({ name: 'clinic', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: this.tools }));
    server.setRequestHandler('tools/call', ({ params }) => this.use(params.name, params.arguments ?? {}));
    return server;
  }
  /* eslint-enable @typescript-eslint/no-deprecated */
}

function webRequest({ method = 'POST', headers }: IncomingMessage, body: string): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') fields.set(name, value);
  return new Request('http://server/mcp', { method, headers: fields, ...(body !== '' && { body }) });
}
