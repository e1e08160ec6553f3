import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { BuiltService } from '../harness/built-service';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { LivePage } from '../harness/live-page';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { ToolServer } from '../harness/tool-server';
import { speech as personSays } from '../harness/voice-driver';

compileThreads();

const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello, this is Asha. Can we talk?',
  extraction_questions: ['City', 'Course', 'Budget'],
};

let databaseUrl: string;
let dataDir: string;
let engines: SpeechServer;
let shared: Record<string, string>;
let api: TestApp;
let worker: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agentId: string;

beforeAll(async () => {
  engines = await SpeechServer.start();
  databaseUrl = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'aics-live-'));
  shared = {
    ...engines.environment,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '7'.repeat(64),
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATA_DIR: dataDir,
    SPEECH_KIT: dataDir,
    TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    TOOLS_ALLOW_HTTP: 'true',
  };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  worker = await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl);
  tests = new ConsoleTests(api);
  account = await api.account();
  agentId = await makeAgent(api, account, AGENT);
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  engines.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  admin = await tests.person(account.id, ['ADMIN']);
});

const media = () => ({
  ...shared,
  ROLE: 'media',
  MEDIA_PORT: '0',
  HOST: '127.0.0.1',
});
const read = async (id: string) =>
  (await tests.http(admin.headers).get(`/voice-tests/${id}`).expect(200)).body;

async function begun(agent_id = agentId) {
  const { body } = await eventually(
    () => tests.http(admin.headers).post('/voice-tests').send({ agent_id }).expect(200),
    20_000,
  );
  return body as { id: string; socket: string; ticket: string };
}

async function connected(agent?: string) {
  const { id, socket, ticket } = await begun(agent);
  const page = await LivePage.open(api.origin, socket, { cookie: admin.cookie, ticket });
  return { id, socket, page, ready: await page.until('ready') };
}

async function says(page: LivePage, words: string): Promise<void> {
  engines.words.push(words);
  page.say(personSays(700));
  await page.until('turn', ({ text }) => text === words);
}

test('has no capacity without a media process', async () => {
  const { body } = await tests
    .http(admin.headers)
    .post('/voice-tests')
    .send({ agent_id: agentId })
    .expect(409);
  expect(body.error).toMatchObject({ code: 'no_room', details: { reason: 'No media process is running.' } });
});

test('relays and resumes in a process that is not the host, and ends in another one', async () => {
  const host = await TestApp.start(media(), databaseUrl);
  try {
    const { id, page, socket, ready } = await connected();
    page.begin();
    await page.until('turn');
    await says(page, 'Yes, we can talk.');
    await page.until('turn', (turn) => turn['response_ms'] !== undefined);
    page.socket.terminate();
    const again = await LivePage.open(api.origin, socket, {
      cookie: admin.cookie,
      resume: ready['resume'] as string,
    });
    await again.until('ready');
    again.resumeSound();
    const stranger = await tests.person(account.id, ['ADMIN']);
    const refused = await LivePage.refusal(api.origin, socket, {
      cookie: stranger.cookie,
      resume: ready['resume'] as string,
    });
    expect(refused.status).toBe(404);
    await tests.http(admin.headers).post(`/voice-tests/${id}/hang-up`).expect(200);
    expect(await again.until('ended')).toMatchObject({ ended_by: 'person' });
    expect(await again.closed).toBe(1_000);
    await eventually(async () => {
      expect(await read(id)).toMatchObject({ status: 'ended', outcome_state: 'ready' });
    }, 15_000);
  } finally {
    await host.stop();
  }
});

test('fails an unconnected test at once when its host stops', async () => {
  const host = await TestApp.start(media(), databaseUrl);
  const { id } = await begun();
  await host.stop();
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'The service was stopping.' });
});

test('disconnects a relayed talk after a sign-out, too', async () => {
  const host = await TestApp.start(media(), databaseUrl);
  try {
    const { page } = await connected();
    page.begin();
    await page.until('turn');
    await tests.http(admin.headers).post('/sign-out').expect(200);
    expect(await page.closed).toBe(4_001);
  } finally {
    await host.stop();
  }
});

test('fails the test of a killed host within 20 s, with its text and recording', async () => {
  const killed = new BuiltService({ ...media(), SIP_PORT: '0', RTP_PORTS: '0' });
  await killed.ready();
  const { id, page } = await connected();
  page.begin();
  await page.until('turn');
  await says(page, 'Yes, we can talk.');
  await new Promise((wait) => setTimeout(wait, 1_000));
  killed.kill('SIGKILL');
  const from = performance.now();
  expect(await page.closed).toBe(1_006);
  const lost = await eventually(async () => {
    const test = await read(id);
    expect(test.status).toBe('failed');
    return test;
  }, 25_000);
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(lost.reason).toBe('The voice test was lost: the service stopped.');
  expect(lost.transcript.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([AGENT.opening_line, 'Yes, we can talk.']),
  );
  const other = await TestApp.start(media(), databaseUrl);
  try {
    await eventually(async () => expect((await read(id)).recording_url).not.toBeNull(), 40_000, 500);
    expect((await read(id)).outcome_state).toBe('ready');
  } finally {
    await other.stop();
  }
});

const BOOK = {
  kind: 'http',
  name: 'book',
  description: 'Books.',
  in_tests: 'send',
  timeout_seconds: 15,
  offline: { phrases: ['book it'], say: 'It is booked.' },
};

const uses = (id: string) =>
  api.unitOfWork.rows<{ status: string; attempts: number }>(
    'SELECT status, attempts FROM tool_invocations WHERE call_id = $1',
    [id],
  );
const stored = async (id: string) =>
  (
    await api.unitOfWork.row<{ turns: { speaker: string }[] }>(
      'SELECT turns FROM voice_tests WHERE id = $1',
      [id],
    )
  )?.turns ?? [];

test('sends a tool once when its host is killed, and marks its use unknown', async () => {
  const server = new ToolServer();
  server.answer = () => undefined;
  const { body } = await api
    .http(account)
    .post('/tools')
    .send({ ...BOOK, url: await server.start() })
    .expect(201);
  const booker = await makeAgent(api, account, { ...AGENT, name: 'Booker', tool_ids: [body.id] });
  const killed = new BuiltService({ ...media(), SIP_PORT: '0', RTP_PORTS: '0' });
  await killed.ready();
  const { id, page } = await connected(booker);
  page.begin();
  await page.until('turn');
  await says(page, 'Please book it.');
  // A turn is stored within a second; a test without a stored turn of the contact has no outcome.
  await eventually(async () => {
    expect(server.requests).toHaveLength(1);
    expect((await stored(id)).map(({ speaker }) => speaker)).toContain('contact');
  });
  killed.kill('SIGKILL');
  const other = await TestApp.start(media(), databaseUrl);
  try {
    await eventually(
      async () => {
        expect(await read(id)).toMatchObject({ status: 'failed', outcome_state: 'ready' });
      },
      40_000,
      500,
    );
    expect((await read(id)).outcome.tools).toMatchObject([{ name: 'book', status: 'running', end_ms: null }]);
    await worker.advance(75_000);
    await eventually(
      async () => expect(await uses(id)).toEqual([{ status: 'unknown', attempts: 1 }]),
      20_000,
    );
    expect(server.requests).toHaveLength(1);
  } finally {
    await other.stop();
    await server.stop();
  }
});
