import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ChatServer } from '../harness/chat-server';
import { ConsoleTests } from '../harness/console';

const PATH = '/test-conversations';
const DRAFT = {
  name: 'Asha',
  language: 'english',
  opening_line: 'Hello {{contact_name}}, this is Asha, about {{course}}. Is this a good time?',
  system_prompt: 'Talk about {{course}}, {{contact_email}}.',
  extraction_questions: ['Which {{course}} is it about?'],
  dispositions: ['Hot', 'Cold'],
};

let server: ChatServer;
let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let agentId: string;
let admin: ReturnType<ConsoleTests['http']>;

beforeAll(async () => {
  server = new ChatServer();
  service = await TestApp.start({ LLM_URL: await server.start(), LLM_MODEL: 'a-model' });
  tests = new ConsoleTests(service);
  account = await service.account();
  agentId = await makeAgent(service, account, { ...DRAFT, name: 'Saved', opening_line: 'Saved opening.' });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

// A new person has a new count; a day later the account has.
beforeEach(async () => {
  admin = tests.http((await tests.person(account.id, ['ADMIN'])).headers);
  server.requests.length = 0;
  server.talk = () => 'Which course is it?';
});
afterEach(() => {
  jest.restoreAllMocks();
  service.clock.advance(86_400_000);
});

const post = async (body: object, status = 200, path = PATH, page = admin) =>
  (await page.post(path).send(body).expect(status)).body;

test('requires calls:write for a saved agent, agents:manage for a draft, and a member of the account', async () => {
  const staff = tests.http((await tests.person(account.id, ['STAFF'])).headers);
  await post({ agent_id: agentId }, 200, PATH, staff);
  for (const path of [PATH, `${PATH}/outcome`]) {
    const { error } = await post({ draft: DRAFT, more: 1 }, 403, path, staff);
    expect(error).toMatchObject({
      code: 'insufficient_scope',
      details: { required_scope: 'agents:manage' },
    });
  }
  await post({ agent_id: agentId, draft: null }, 200, PATH, staff);
  const counsellor = tests.http((await tests.person(account.id, ['COUNSELLOR'])).headers);
  await post({ agent_id: agentId }, 403, PATH, counsellor);
  const foreign = await makeAgent(service, await service.account());
  for (const id of [foreign, 'agent_unknown']) {
    expect((await post({ agent_id: id }, 404)).error.code).toBe('agent_not_found');
  }
  await tests.http().post(PATH).send({ agent_id: agentId }).expect(401);
});

test('allows 30 a minute for a person over both routes, and returns Retry-After for the 31st', async () => {
  const stopped = service.stopClock();
  const now = service.clock.nowMs();
  for (let at = 0; at < 15; at += 1) {
    await post({ agent_id: agentId });
    await post({ agent_id: agentId }, 200, `${PATH}/outcome`);
  }
  const refused = await admin.post(PATH).send({ nonsense: true }).expect(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.body.error).toMatchObject({
    code: 'rate_limited',
    message: 'More than 30 turns of test conversations in a minute by one person: try again in 60 s.',
  });
  await post({ agent_id: agentId }, 429, `${PATH}/outcome`);
  // Others of the account, and the rest of the page, go on.
  await post(
    { agent_id: agentId },
    200,
    PATH,
    tests.http((await tests.person(account.id, ['ADMIN'])).headers),
  );
  await admin.get('/agents').expect(200);
  stopped.mockReturnValue(now + 60_000);
  await post({ agent_id: agentId });
});

test('allows 200 in 24 hours for an account, and counts no refused request', async () => {
  const other = await service.account();
  const id = await makeAgent(service, other);
  const stopped = service.stopClock();
  const now = service.clock.nowMs();
  const counsellor = tests.http((await tests.person(other.id, ['COUNSELLOR'])).headers);
  await post({ agent_id: id }, 403, PATH, counsellor);
  for (let person = 0; person < 8; person += 1) {
    const page = tests.http((await tests.person(other.id, ['STAFF'])).headers);
    for (let at = 0; at < 25; at += 1) await post({ agent_id: id }, 200, PATH, page);
  }
  const page = tests.http((await tests.person(other.id, ['ADMIN'])).headers);
  stopped.mockReturnValue(now + 3_600_000);
  const refused = await page.post(PATH).send({ agent_id: id }).expect(429);
  expect(refused.headers['retry-after']).toBe(String(23 * 3_600));
  expect(refused.body.error.message).toContain('try again in 23 hours');
  await post({ agent_id: agentId });
  stopped.mockReturnValue(now + 86_400_000);
  await post({ agent_id: id }, 200, PATH, page);
});
