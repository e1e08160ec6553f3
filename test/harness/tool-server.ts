import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly json: Record<string, any>;
}

export type ToolServerAnswer = (response: ServerResponse, request: ToolServerRequest) => void;

export const answerJson =
  (value: unknown, status = 200): ToolServerAnswer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };

/** A server that tools use, which misbehaves on demand. */
export class ToolServer {
  readonly requests: ToolServerRequest[] = [];
  answer: ToolServerAnswer = answerJson({ status: 'shipped' });
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    let json = {};
    try {
      json = JSON.parse(body) as object;
    } catch {
      // Not every request has JSON.
    }
    const { method = '', url: path = '', headers } = request;
    const taken = { method, path, headers, body, json };
    this.requests.push(taken);
    this.answer(response, taken);
  }
}
