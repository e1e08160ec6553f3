import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { LivePage } from '../harness/live-page';
import { AGENT, LiveDriver } from '../harness/live-driver';
import { speech as personSays } from '../harness/voice-driver';

const driver = new LiveDriver();
const ms = expect.any(Number) as number;
const answered = (turn: Readonly<Record<string, unknown>>) => turn['response_ms'] !== undefined;

test('shows a talk while it is in progress', async () => {
  const { id, page, ready } = await driver.connected();
  expect(ready).toMatchObject({ voice_test_id: id, max_seconds: 600, recording: true });
  expect(ready).toMatchObject({ stt: 'openai', tts: 'openai', resume: expect.stringMatching(/^[\w-]{43}$/) });
  const beganAt = performance.now();
  page.begin();
  expect(await page.until('turn')).toMatchObject({
    speaker: 'agent',
    text: AGENT.opening_line,
    start_ms: ms,
  });
  expect((page.soundAt[0] ?? 0) - beganAt).toBeLessThan(1_500);
  await driver.ended(id, { status: 'talking', transcript: [{ text: AGENT.opening_line }] }, 1_000);
  await driver.says(page, 'Yes, we can talk.');
  expect(await page.until('turn', answered)).toMatchObject({
    speaker: 'agent',
    stages: { endpointing: ms, stt: ms, llm: ms, tts: ms },
  });
  const states = page.of('state').map(({ state }) => state);
  expect(states).toEqual(expect.arrayContaining(['speaking', 'listening', 'hearing', 'thinking']));
  expect(await page.until('pong')).toMatchObject({ received_ms: ms, waiting_ms: ms });
  page.text({ type: 'hang_up' });
  expect(await page.until('ended')).toEqual({ type: 'ended', ended_by: 'person', reason: null });
  expect(await page.closed).toBe(1_000);
});

test('records, stores and analyses a talk, and deletes all of it', async () => {
  const { id, page } = await driver.connected();
  page.begin();
  await page.until('turn');
  await driver.says(page, 'Yes, we can talk.');
  await page.until('turn', answered);
  page.text({ type: 'hang_up' });
  await page.until('ended');
  const test = await driver.ended(id, { outcome_state: 'ready', recording_url: expect.any(String) });
  expect(test).toMatchObject({
    status: 'ended',
    ended_by: 'person',
    delay_ms: 30,
    latency: { answers: ms },
    outcome: { disposition: expect.any(String) },
  });
  expect(test.duration_seconds).toBeGreaterThan(0);
  const texts = test.transcript.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(page.of('turn').map(({ text }) => text));
  const recording = await fetch(test.recording_url as string);
  expect((await recording.arrayBuffer()).byteLength).toBeGreaterThan(32_000);
  await driver.http.delete(`/voice-tests/${id}`).expect(200);
  expect((await fetch(test.recording_url as string)).status).toBe(404);
});

test('flushes the rest of the sentence when the person interrupts', async () => {
  const { page } = await driver.connected({ opening: 'Many words follow here. '.repeat(12), record: false });
  page.begin();
  await page.until('state', ({ state }) => state === 'speaking');
  await new Promise((wait) => setTimeout(wait, 1_500));
  driver.engines.words.push('Stop, please wait.');
  page.say(personSays(1_200));
  await page.until('flush');
  const flushedAt = performance.now();
  expect(await page.until('turn')).toMatchObject({ speaker: 'agent', cut: true });
  expect(page.soundAt.filter((at) => at > flushedAt + 40 && at < flushedAt + 300)).toEqual([]);
  page.text({ type: 'hang_up' });
  await page.until('ended');
});

test('passes keys to the agent, and ends or deletes the talk by another request', async () => {
  const { id, page } = await driver.connected();
  page.begin();
  await page.until('turn');
  for (const key of '12#') page.text({ type: 'key', key });
  await page.until('turn', ({ text }) => text === '[DTMF 12#]');
  await driver.http.post(`/voice-tests/${id}/hang-up`).expect(200);
  expect(await page.until('ended')).toMatchObject({ ended_by: 'person' });
  const next = await driver.connected();
  next.page.begin();
  await next.page.until('turn');
  await driver.http.delete(`/voice-tests/${next.id}`).expect(200);
  await next.page.until('ended');
  await driver.http.get(`/voice-tests/${next.id}`).expect(404);
});

test('refuses a second talk of the person while one is in progress', async () => {
  const { id, page } = await driver.connected();
  page.begin();
  await page.until('turn');
  const { body } = await driver.http.post('/voice-tests').send({ agent_id: driver.agentId }).expect(409);
  expect(body.error).toMatchObject({ code: 'voice_test_running', details: { voice_test_id: id } });
  page.text({ type: 'hang_up' });
  await page.until('ended');
});

test('names the reason when a waiting test is replaced', async () => {
  const { id, page } = await driver.connected();
  await driver.http.post('/voice-tests').send({ agent_id: driver.agentId }).expect(200);
  const reason = 'Another voice test of this person was started.';
  expect(await page.until('ended')).toEqual({ type: 'ended', ended_by: 'person', reason });
  await driver.ended(id, { status: 'failed', ended_by: 'person', reason });
});

test('sends the end within 2 s when the service stops', async () => {
  const own = await TestApp.start({ ...driver.engines.environment });
  const tests = new ConsoleTests(own);
  const account = await own.account();
  const person = await tests.person(account.id, ['ADMIN']);
  const agent_id = await makeAgent(own, account, AGENT);
  const { body } = await tests.http(person.headers).post('/voice-tests').send({ agent_id }).expect(200);
  const { socket, ticket } = body as { socket: string; ticket: string };
  const page = await LivePage.open(own.origin, socket, { cookie: person.cookie, ticket });
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
});
