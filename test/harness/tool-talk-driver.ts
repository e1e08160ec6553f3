import { eventually, type TestAccount, TestApp } from './app';
import { makeAgent, number } from './builders';
import { type ChatAnswer, type ChatRequest, ChatServer } from './chat-server';
import { answerJson, ToolServer } from './tool-server';

type Json = Record<string, any>;

/** A service, a model, and the server of two tools: `find` reads, `book` writes. */
export class ToolTalkDriver {
  readonly model = new ChatServer();
  readonly server = new ToolServer();
  service!: TestApp;
  toolIds: string[] = [];
  #account!: TestAccount;

  async start(): Promise<void> {
    this.service = await TestApp.start({
      LLM_URL: await this.model.start(),
      LLM_API_KEY: 'sk-test',
      LLM_MODEL: 'a-model',
      SIMULATOR_SPEED: '200',
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
      TOOLS_ALLOW_HTTP: 'true',
    });
    this.#account = await this.service.account({ lines: 20 });
    const url = await this.server.start();
    this.toolIds = [await this.#make(url, 'find', 'read'), await this.#make(url, 'book', 'write')];
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.model.stop();
    await this.server.stop();
  }

  reset(): void {
    this.model.requests.length = 0;
    this.server.requests.length = 0;
    this.server.answer = answerJson({ status: 'done' });
    this.model.read = () => 500;
  }

  http() {
    return this.service.http(this.#account);
  }

  /** A call whose talk has these tools, once it is over. */
  async finished(tool_ids: readonly string[] = this.toolIds): Promise<Json> {
    const agent_id = await makeAgent(this.service, this.#account, {
      name: `Nia ${Math.random()}`,
      language: 'english',
      tool_ids,
    });
    const { body } = await this.http()
      .post('/calls')
      .send({ agent_id, phone_number: number('5678') })
      .expect(200);
    return eventually(async () => {
      const call = (await this.http().get(`/calls/${body.id}`).expect(200)).body as Json;
      expect(call['status']).toBe('completed');
      return call;
    }, 20_000);
  }

  async uses(call: Json): Promise<Json[]> {
    return (await this.http().get(`/calls/${call['id']}/tools`).expect(200)).body.data as Json[];
  }

  async #make(url: string, name: string, effect: string): Promise<string> {
    const parameters = { type: 'object', properties: { order: { type: 'string' } } };
    const fields = { description: `Does ${name}.`, url: `${url}/${name}`, effect, parameters };
    const { body } = await this.http()
      .post('/tools')
      .send({ kind: 'http', name, ...fields })
      .expect(201);
    return body.id as string;
  }
}

export const delta = (fields: object, sent: object) => ({ tool_calls: [{ ...fields, function: sent }] });
export const lastRole = ({ messages }: ChatRequest) => messages.at(-1)?.role;
export const wasUsed = ({ messages }: ChatRequest) => messages.some(({ role }) => role === 'tool');

/** Calls once, tells the result, and ends. */
export const once =
  (calls: ChatAnswer) =>
  (request: ChatRequest): ChatAnswer => {
    if (!wasUsed(request)) return calls;
    return lastRole(request) === 'tool' ? 'It is done.' : 'Goodbye. [[HANG_UP]]';
  };
