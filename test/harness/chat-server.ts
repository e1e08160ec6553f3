import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as it arrived. */
export interface ChatRequest {
  readonly stream: boolean;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly schema: object | undefined;
  /** Names of the functions that are offered. */
  readonly tools: readonly string[];
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
}

/** A text is the response, a number an HTTP status (with an optional text), deltas are streamed as they are; null sends nothing. */
export type ChatAnswer =
  | string
  | number
  | { readonly status: number; readonly message: string }
  | { readonly begin: string; readonly then: 'stall' | 'cut' }
  | { readonly deltas: readonly object[]; readonly afterMs?: number; readonly everyMs?: number }
  | null;

/** A server that speaks the chat API, for tests. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  /** Streamed questions, the talk's. */
  talk: (request: ChatRequest) => ChatAnswer = () => 'Achha.';
  /** Questions for a whole answer, the analyst's. */
  read: (request: ChatRequest) => ChatAnswer = () => '{}';
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async start(port = 0): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  /** The requests of talks, without those of health checks. */
  get turns(): readonly ChatRequest[] {
    return this.requests.filter(({ stream, messages }) => stream && messages.length > 1);
  }

  get readings(): readonly ChatRequest[] {
    return this.requests.filter(({ stream }) => !stream);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url !== '/v1/chat/completions') {
      response.writeHead(404).end();
      return;
    }
    const {
      stream,
      model,
      messages,
      response_format,
      tools = [],
    } = JSON.parse(body) as {
      stream?: boolean;
      model: string;
      messages: ChatRequest['messages'];
      response_format?: { json_schema: { schema: object } };
      tools?: readonly { function: { name: string } }[];
    };
    const asked: ChatRequest = {
      stream: stream === true,
      authorization: request.headers.authorization,
      model,
      messages,
      schema: response_format?.json_schema.schema,
      tools: tools.map((tool) => tool.function.name),
    };
    this.requests.push(asked);
    const check = asked.stream && messages.length === 1;
    give(response, check ? 'OK' : (asked.stream ? this.talk : this.read)(asked), asked.stream);
  }
}

function give(response: ServerResponse, answer: ChatAnswer, stream: boolean): void {
  if (answer === null) return;
  if (typeof answer === 'number' || (typeof answer === 'object' && 'status' in answer)) {
    const { status, message } = typeof answer === 'number' ? { status: answer, message: 'no' } : answer;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { message } }));
    return;
  }
  if (typeof answer === 'object' && 'deltas' in answer) {
    setTimeout(() => void giveDeltas(response, answer.deltas, answer.everyMs), answer.afterMs ?? 0);
    return;
  }
  const text = typeof answer === 'string' ? answer : answer.begin;
  if (!stream) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: text } }] }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  // Three characters at a time: marks and words arrive in pieces.
  for (const content of text.match(/[\s\S]{1,3}/gu) ?? []) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  // Some servers end with what the answer cost, without choices.
  if (typeof answer === 'string') response.end('data: {"usage": {"total_tokens": 9}}\n\ndata: [DONE]\n\n');
  else if (answer.then === 'cut') setTimeout(() => response.destroy(), 20);
}

async function giveDeltas(
  response: ServerResponse,
  deltas: readonly object[],
  everyMs?: number,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const delta of deltas) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
    if (everyMs !== undefined) await new Promise((wait) => setTimeout(wait, everyMs));
  }
  response.end('data: [DONE]\n\n');
}
