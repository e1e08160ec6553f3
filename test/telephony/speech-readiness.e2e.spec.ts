import { eventually, createDatabase, dropDatabase, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { compileThreads, reaches, type SipAccount, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

const TAMIL = { name: 'Tamil', language: 'tamil', tts_model: 'openai', voice: 'alloy' };
const NO_STT = 'No STT engine for tamil.';

let api: TestApp;
let media: TestApp | null = null;
let account: SipAccount;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  account = await sipAccount(api, [await sipTrunk(api, '127.0.0.1:9')]);
  startMedia = async () => {
    media = await TestApp.start({ ...shared, ROLE: 'media', STT_LANGUAGES: 'en,hi' }, databaseUrl);
  };
});
afterAll(async () => {
  await media?.stop();
  await api.stop();
  await dropDatabase(databaseUrl);
});

let startMedia: () => Promise<void>;

const voices = async () =>
  (await api.api(account).get('/voices')).data.filter(({ available }) => available).map(({ id }) => id);
const post = async (path: string, body: object) => (await api.http(account).post(path).send(body)).body;

test('rejects an agent without engines with a media process, and warns of nothing without one', async () => {
  const agent_id = await makeAgent(api, account, TAMIL);
  expect(await voices()).toEqual([]);
  const waiting = await api.api(account).post('/calls', { agent_id, phone_number: number('0001') });
  expect(waiting.status).toBe('queued');

  await startMedia();
  expect(await reaches(api, account, waiting.id, 'failed')).toMatchObject({ status_reason: NO_STT });
  // What is known of media processes is asked anew after a second.
  await eventually(async () => {
    expect(await voices()).toEqual(expect.arrayContaining(['openai']));
  });
  expect(await voices()).not.toContain('google');

  const refusal = {
    code: 'agent_cannot_talk',
    details: { agent_id, field: 'language', reason: NO_STT },
  };
  const calls = [{ phone_number: number('0002') }];
  expect((await post('/calls', { agent_id, ...calls[0] })).error).toMatchObject(refusal);
  expect((await post('/batches', { agent_id, calls })).error).toMatchObject(refusal);
  expect((await post('/batches', { agent_id, calls, dry_run: true })).error).toMatchObject(refusal);
  expect((await post('/calls', { agent_id, ...calls[0], test: true })).status).toBe('queued');
  expect((await post('/calls', { agent_id: account.agent_id, ...calls[0] })).status).toBe('queued');

  const made = await post('/agents', {
    name: 'Google',
    opening_line: 'Hello',
    system_prompt: 'Talk.',
    language: 'tamil',
  });
  expect(made.warnings.map(({ field, code }: Record<string, string>) => [field, code])).toEqual([
    ['language', 'stt_unavailable'],
    ['tts_model', 'tts_unavailable'],
  ]);
  const google = await post('/calls', { agent_id: made.id, phone_number: number('0003') });
  expect(google.error.details).toMatchObject({ field: 'language' });
  const { body } = await api.http(account).patch(`/agents/${made.id}`).send({ language: 'english' });
  expect(body.warnings).toMatchObject([
    { field: 'tts_model', message: expect.stringContaining('google has no key') },
  ]);
  const silent = await post('/calls', { agent_id: made.id, phone_number: number('0003') });
  expect(silent.error.details.reason).toBe('The TTS engine google has no key.');
});
