import { eventually, TestApp, type TestAccount } from './app';
import { makeAgent } from './builders';
import { ConsoleTests, type SignedInPerson } from './console';
import { LivePage } from './live-page';
import { compileThreads } from './sip-accounts';
import { SpeechServer } from './speech-server';
import { speech as personSays } from './voice-driver';

export const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello, this is Asha. Can we talk?',
  extraction_questions: ['City', 'Which course is the contact interested in?', 'Budget'],
};

export interface ConnectedPage {
  readonly id: string;
  readonly socket: string;
  readonly page: LivePage;
  readonly ready: Readonly<Record<string, unknown>>;
}

/** A service with fakes of engines, and a person at its console for each test around it. */
export class LiveDriver {
  #parts:
    { readonly service: TestApp; readonly engines: SpeechServer; readonly tests: ConsoleTests } | undefined;
  #account: TestAccount | undefined;
  #admin: SignedInPerson | undefined;
  agentId = '';

  /** @param environment of the service */
  constructor(environment: Record<string, string> = {}) {
    compileThreads();
    beforeAll(async () => {
      const engines = await SpeechServer.start();
      const service = await TestApp.start({ ...engines.environment, ...environment });
      this.#parts = { engines, service, tests: new ConsoleTests(service) };
    });
    beforeEach(async () => {
      this.#account = await this.service.account();
      this.#admin = await this.tests.person(this.account.id, ['ADMIN']);
      this.agentId = await makeAgent(this.service, this.account, AGENT);
      this.engines.words.length = 0;
    });
    afterAll(async () => {
      await this.service.stop();
      this.engines.close();
    });
  }

  get service(): TestApp {
    return this.#now.service;
  }

  get engines(): SpeechServer {
    return this.#now.engines;
  }

  get tests(): ConsoleTests {
    return this.#now.tests;
  }

  get account(): TestAccount {
    if (!this.#account) throw new Error('the driver has an account in tests alone');
    return this.#account;
  }

  get admin(): SignedInPerson {
    if (!this.#admin) throw new Error('the driver has a person in tests alone');
    return this.#admin;
  }

  get http() {
    return this.tests.http(this.admin.headers);
  }

  async read(id: string) {
    return (await this.http.get(`/voice-tests/${id}`).expect(200)).body;
  }

  /** @param opening another opening line of the agent */
  async connected({
    opening,
    ...body
  }: { opening?: string; record?: boolean; agent_id?: string } = {}): Promise<ConnectedPage> {
    if (opening !== undefined) {
      await this.service.http(this.account).patch(`/agents/${this.agentId}`).send({ opening_line: opening });
    }
    const { body: test } = await this.http
      .post('/voice-tests')
      .send({ agent_id: this.agentId, ...body })
      .expect(200);
    const { id, socket, ticket } = test as { id: string; socket: string; ticket: string };
    const page = await this.open(socket, { ticket });
    return { id, socket, page, ready: await page.until('ready') };
  }

  open(socket: string, proof: { ticket: string } | { resume: string }): Promise<LivePage> {
    return LivePage.open(this.service.origin, socket, { cookie: this.admin.cookie, ...proof });
  }

  /** Speaks, as a turn of its own. */
  async says(page: LivePage, words: string): Promise<void> {
    this.engines.words.push(words);
    page.say(personSays(700));
    await page.until('turn', ({ speaker, text }) => speaker === 'contact' && text === words);
  }

  async ended(id: string, expected: object, ms = 15_000) {
    return eventually(async () => {
      const test = await this.read(id);
      expect(test).toMatchObject(expected);
      return test;
    }, ms);
  }

  get #now() {
    if (!this.#parts) throw new Error('the driver is ready in hooks and tests alone');
    return this.#parts;
  }
}
