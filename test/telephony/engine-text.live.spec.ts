import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { writeTones } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-engine-text-'));
const speaks = join(folder, 'speaks.wav');
writeTones(speaks, 500, 900);

let service: TestApp;
let speech: SpeechServer;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start(speech.environment);
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

test('lists calls whose recognizer sent NUL and a lone surrogate', async () => {
  speech.words.push('I am busy, call me tomorrow\0 at 5 \ud800pm.', 'Thank you, bye.');
  const phone = await Softphone.listening(
    '127.0.0.1',
    '--answer-after',
    '0.2',
    '--say',
    speaks,
    '--say',
    speaks,
  );
  const account = await sipAccount(service, [await sipTrunk(service, phone.address)]);
  const agent_id = await makeAgent(service, account, {
    ...TALKS,
    name: 'Engine text',
    language: 'english',
    opening_line: 'Hello, can we talk?',
  });
  const id = await queueCall(service, { ...account, agent_id }, number('0001'));
  await reaches(service, account, id, 'completed', 40_000);
  const outcome = await eventually(async () => {
    const { outcome } = await service.api(account).get(`/calls/${id}`);
    if (!outcome) throw new Error('it is not analysed yet');
    return outcome;
  }, 20_000);

  const tests = new ConsoleTests(service);
  const admin = await tests.person(account.id, ['ADMIN']);
  const { body } = await tests.http(admin.headers).get('/calls').expect(200);
  expect(body.data).toMatchObject([{ id }]);
  expect(outcome.callback_requested).toBe(true);
  expect(outcome.transcript.map(({ text }) => text)).toContain('I am busy, call me tomorrow at 5 pm.');
});
