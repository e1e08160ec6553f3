import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { LivePage } from '../harness/live-page';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { speech as personSays } from '../harness/voice-stage';

compileThreads();

const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello, this is Asha. Can we talk?',
  extraction_questions: ['City', 'Which course is the contact interested in?', 'Budget'],
};

let service: TestApp;
let engines: SpeechServer;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agentId: string;

beforeAll(async () => {
  engines = await SpeechServer.start();
  service = await TestApp.start({ ...engines.environment });
  tests = new ConsoleTests(service);
}, 60_000);
afterAll(async () => {
  await service.stop();
  engines.close();
});
beforeEach(async () => {
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
  agentId = await makeAgent(service, account, AGENT);
  engines.words.length = 0;
});

const read = async (id: string) =>
  (await tests.http(admin.headers).get(`/voice-tests/${id}`).expect(200)).body;

async function connected(body: object = {}) {
  const { body: test } = await tests
    .http(admin.headers)
    .post('/voice-tests')
    .send({ agent_id: agentId, ...body })
    .expect(201);
  const { id, socket, ticket } = test as { id: string; socket: string; ticket: string };
  const page = await LivePage.open(service.origin, socket, { cookie: admin.cookie, ticket });
  return { id, socket, page, ready: await page.until('ready') };
}

/** Says something, as a turn of its own. */
async function says(page: LivePage, words: string): Promise<void> {
  engines.words.push(words);
  page.say(personSays(700));
  await page.until('turn', ({ speaker, text }) => speaker === 'contact' && text === words);
}

const agentTurns = (page: LivePage) => page.of('turn').filter(({ speaker }) => speaker === 'agent').length;

test('a talk is heard, shown, recorded and analyzed', async () => {
  const { id, page, ready } = await connected();
  expect(ready).toMatchObject({
    voice_test_id: id,
    max_seconds: 600,
    recording: true,
    stt: 'openai',
    tts: 'openai',
  });
  expect(ready['resume']).toMatch(/^[\w-]{43}$/);
  const beganAt = performance.now();
  page.begin();
  const opening = await page.until('turn');
  expect(opening).toMatchObject({ speaker: 'agent', text: AGENT.opening_line, start_ms: expect.any(Number) });
  expect((page.soundAt[0] ?? 0) - beganAt).toBeLessThan(1_500);
  expect(page.soundMs).toBeGreaterThan(400);
  await eventually(async () => {
    expect(await read(id)).toMatchObject({ status: 'talking', transcript: [{ text: AGENT.opening_line }] });
  }, 1_000);
  await says(page, 'Yes, we can talk.');
  const answer = await page.until('turn', (turn) => turn['response_ms'] !== undefined);
  expect(answer).toMatchObject({
    speaker: 'agent',
    stages: {
      endpointing: expect.any(Number),
      stt: expect.any(Number),
      llm: expect.any(Number),
      tts: expect.any(Number),
    },
  });
  expect(page.of('state').map(({ state }) => state)).toEqual(
    expect.arrayContaining(['speaking', 'listening', 'hearing', 'thinking']),
  );
  expect(await page.until('pong')).toMatchObject({
    received_ms: expect.any(Number),
    waiting_ms: expect.any(Number),
  });
  page.text({ type: 'hang_up' });
  expect(await page.until('ended')).toEqual({ type: 'ended', ended_by: 'person', reason: null });
  expect(await page.closed).toBe(1_000);
  const ended = await eventually(async () => {
    const test = await read(id);
    expect(test).toMatchObject({ outcome_state: 'ready', recording_url: expect.any(String) });
    return test;
  }, 15_000);
  expect(ended).toMatchObject({
    status: 'ended',
    ended_by: 'person',
    delay_ms: 30,
    latency: { answers: expect.any(Number) },
    outcome: { disposition: expect.any(String) },
  });
  expect(ended.transcript.map(({ text }: { text: string }) => text)).toEqual(
    page.of('turn').map(({ text }) => text),
  );
  expect(ended.duration_seconds).toBeGreaterThan(0);
  const wav = await fetch(ended.recording_url as string);
  expect(wav.status).toBe(200);
  expect((await wav.arrayBuffer()).byteLength).toBeGreaterThan(32_000);
  const { id: deletedId } = ended;
  await tests.http(admin.headers).delete(`/voice-tests/${deletedId}`).expect(200);
  expect((await fetch(ended.recording_url as string)).status).toBe(404);
}, 40_000);

test('the person cuts in: the rest of the sentence is flushed', async () => {
  await service
    .http(account)
    .patch(`/agents/${agentId}`)
    .send({ opening_line: 'Many words follow here. '.repeat(12) });
  const { page } = await connected({ record: false });
  page.begin();
  await page.until('state', ({ state }) => state === 'speaking');
  await new Promise((wait) => setTimeout(wait, 1_500));
  engines.words.push('Stop, please wait.');
  page.say(personSays(1_200));
  await page.until('flush');
  const flushedAt = performance.now();
  expect(await page.until('turn')).toMatchObject({ speaker: 'agent', cut: true });
  expect(page.soundAt.filter((at) => at > flushedAt + 40 && at < flushedAt + 300)).toEqual([]);
  page.text({ type: 'hang_up' });
  await page.until('ended');
}, 30_000);

test('a broken connection is resumed, and the one before it replaced', async () => {
  const { id, socket, page, ready } = await connected();
  page.begin();
  await page.until('turn');
  page.socket.terminate();
  const resume = ready['resume'] as string;
  const again = await LivePage.open(service.origin, socket, { cookie: admin.cookie, resume });
  const second = await again.until('ready');
  expect(second['resume']).not.toBe(resume);
  again.resumeSound();
  expect((await LivePage.refusal(service.origin, socket, { cookie: admin.cookie, resume })).status).toBe(404);
  const third = await LivePage.open(service.origin, socket, {
    cookie: admin.cookie,
    resume: second['resume'] as string,
  });
  expect(await again.closed).toBe(4_000);
  await third.until('ready');
  third.resumeSound();
  const turns = agentTurns(third);
  await says(third, 'I am still here.');
  await third.until('turn', ({ speaker }) => speaker === 'agent');
  expect(agentTurns(third)).toBeGreaterThan(turns);
  third.socket.terminate();
  await eventually(async () => {
    expect(await read(id)).toMatchObject({ status: 'ended', reason: 'The connection was lost.' });
  }, 8_000);
}, 40_000);

test('what the page may not send ends the test: 4009', async () => {
  for (const wrong of ['no JSON', Buffer.alloc(159)]) {
    const { id, page } = await connected();
    page.begin();
    page.socket.send(wrong);
    expect(await page.closed).toBe(4_009);
    await eventually(async () => expect(['ended', 'failed']).toContain((await read(id)).status));
  }
}, 20_000);

test('a page that takes no sound for 5 s is closed with 4008, and may resume', async () => {
  await service
    .http(account)
    .patch(`/agents/${agentId}`)
    .send({ opening_line: 'Many words follow here. '.repeat(40) });
  const { page, socket, ready } = await connected();
  page.acknowledges = false;
  page.begin();
  expect(await page.closed).toBe(4_008);
  expect(page.of('lag').length).toBeGreaterThan(0);
  expect(page.soundMs).toBeLessThanOrEqual(3_000);
  const again = await LivePage.open(service.origin, socket, {
    cookie: admin.cookie,
    resume: ready['resume'] as string,
  });
  await again.until('ready');
  again.text({ type: 'hang_up' });
  await again.until('ended');
}, 30_000);

test('a key, a hang-up and a deletion of another request end or reach the talk', async () => {
  const { id, page } = await connected();
  page.begin();
  await page.until('turn');
  for (const key of '12#') page.text({ type: 'key', key });
  await page.until('turn', ({ text }) => text === '[DTMF 12#]');
  await tests.http(admin.headers).post(`/voice-tests/${id}/hang-up`).expect(200);
  expect(await page.until('ended')).toMatchObject({ ended_by: 'person' });
  const next = await connected();
  next.page.begin();
  await next.page.until('turn');
  await tests.http(admin.headers).delete(`/voice-tests/${next.id}`).expect(200);
  await next.page.until('ended');
  await tests.http(admin.headers).get(`/voice-tests/${next.id}`).expect(404);
}, 30_000);

test('a second talk of the login is refused while one goes on', async () => {
  const { id, page } = await connected();
  page.begin();
  await page.until('turn');
  const { body } = await tests
    .http(admin.headers)
    .post('/voice-tests')
    .send({ agent_id: agentId })
    .expect(409);
  expect(body.error).toMatchObject({ code: 'voice_test_running', details: { voice_test_id: id } });
  page.text({ type: 'hang_up' });
  await page.until('ended');
}, 20_000);

test('a service that stops says so within 2 s', async () => {
  const own = await TestApp.start({ ...engines.environment });
  const ownTests = new ConsoleTests(own);
  const ownAccount = await own.account();
  const person = await ownTests.person(ownAccount.id, ['ADMIN']);
  const agent_id = await makeAgent(own, ownAccount, AGENT);
  const { body } = await ownTests.http(person.headers).post('/voice-tests').send({ agent_id }).expect(201);
  const page = await LivePage.open(own.origin, body.socket as string, {
    cookie: person.cookie,
    ticket: body.ticket as string,
  });
  await page.until('ready');
  page.begin();
  await page.until('turn');
  const from = performance.now();
  const stopped = own.stop();
  expect(await page.until('ended')).toMatchObject({
    ended_by: 'service',
    reason: 'The service was stopping.',
  });
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(await page.closed).toBe(1_000);
  await stopped;
}, 30_000);
