import { resolve } from 'node:path';
import { type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { SpeechServer } from '../harness/speech-server';
import { sampleText, VoiceSamples } from '../../src/live/application/voice-samples';
import { SpeechEngines } from '../../src/speech';

process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

let service: TestApp;
let engines: SpeechServer;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;

beforeAll(async () => {
  engines = await SpeechServer.start();
  service = await TestApp.start(engines.environment);
  tests = new ConsoleTests(service);
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
});
afterAll(async () => {
  await service.stop();
  engines.close();
});

const VOICE = {
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello {{contact_name}}, this is Asha of Sunrise. Can we talk?',
};

test('plays the first sentence of the opening line in a voice', async () => {
  const { body } = await tests.http(admin.headers).post('/voice-samples').send(VOICE).expect(200);
  expect(body).toMatchObject({
    object: 'voice_sample',
    engine: 'openai',
    text: 'Hello, this is Asha of Sunrise.',
  });
  const wav = Buffer.from(body.audio, 'base64');
  expect(wav.subarray(0, 4).toString()).toBe('RIFF');
  expect(wav.length).toBeGreaterThan(1_000);
});

test("uses the engine's default voice without a voice", async () => {
  const { voice: _, ...sample } = VOICE;
  await tests.http(admin.headers).post('/voice-samples').send(sample).expect(200);
  expect(engines.said.at(-1)?.voice).toBe('coral');
});

test('uses the offline voice for an engine without a key', async () => {
  const sample = { ...VOICE, tts_model: 'google' };
  const { body } = await tests.http(admin.headers).post('/voice-samples').send(sample).expect(200);
  expect(body.engine).toBe('local');
});

test('names an engine without a key when there is no offline voice', async () => {
  const samples = new VoiceSamples(new SpeechEngines([], []));
  const settings = { language: null, voice: null, pace: null, temperature: null, modulation: null };
  await expect(samples.speak({ text: 'Hello.', ttsModel: 'google', ...settings })).rejects.toMatchObject({
    code: 'agent_cannot_talk',
    details: { field: 'tts_model', reason: 'The TTS engine google has no key.' },
  });
});

test('rejects bad fields and other roles', async () => {
  const http = tests.http(admin.headers);
  await http.post('/voice-samples').send({}).expect(400);
  await http
    .post('/voice-samples')
    .send({ ...VOICE, pace: 9 })
    .expect(400);
  const staff = await tests.person(account.id, ['STAFF']);
  await tests.http(staff.headers).post('/voice-samples').send(VOICE).expect(403);
});

test('allows a person 20 voices in an hour', async () => {
  const other = await tests.person(account.id, ['ADMIN']);
  const play = () => tests.http(other.headers).post('/voice-samples').send(VOICE);
  for (let count = 0; count < 20; count++) await play().expect(200);
  const { headers } = await play().expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
  service.clock.advance(3_600_001);
  await play().expect(200);
});

test('plays one sentence, long enough to judge a voice if there is one', () => {
  const of = (text: string, language: string | null = 'english') => sampleText({ text, language });
  expect(of('Hi. This is Asha from the Sunrise College. It is about your application.')).toBe(
    'This is Asha from the Sunrise College.',
  );
  expect(of('Hi. Asha here. Is it you?')).toBe('Asha here.');
  expect(of('Namaste! Kaise hain aap log? Theek?')).toBe('Kaise hain aap log?');
  expect(of('{{contact_name}}')).toBe('Hello, this is how I sound on the phone.');
  expect(of('{{contact_name}}!')).toBe('Hello, this is how I sound on the phone.');
  for (const hindi of [null, 'Hindi', 'hi', 'hi-IN', 'hinglish', 'hi-Latn'])
    expect([hindi, of('', hindi)]).toEqual([hindi, expect.stringContaining('Namaste')]);
});
