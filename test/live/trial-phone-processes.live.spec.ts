import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Accounts } from '../../src/accounts';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { freePort } from '../harness/free-port';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

compileThreads();

const HOST = '127.0.0.1';
const AGENT = { language: 'english', tts_model: 'openai', voice: 'alloy' };

let databaseUrl: string;
let dataDir: string;
let engines: SpeechServer;
const apps: TestApp[] = [];

beforeAll(async () => {
  engines = await SpeechServer.start();
  databaseUrl = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'aics-live-'));
});
afterEach(hangUpAll);
afterAll(async () => {
  for (const app of apps.reverse()) await app.stop();
  engines.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(role: string): Promise<TestApp> {
  const environment = {
    ...engines.environment,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '7'.repeat(64),
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATA_DIR: dataDir,
    SPEECH_KIT: dataDir,
    ROLE: role,
    MEDIA_PORT: String(await freePort()),
    HOST,
  };
  const app = await TestApp.start(environment, databaseUrl);
  apps.push(app);
  return app;
}

test('rings a phone that registered with another process', async () => {
  const api = await start('api');
  await start('worker');
  const processes = [await start('media'), await start('media')];
  const account = await api.account();
  await api.app.get(Accounts, { strict: false }).set(account.id, { trialPhone: true });
  const { headers } = await new ConsoleTests(api).person(account.id, ['ADMIN']);
  const http = new ConsoleTests(api).http(headers);
  const agentId = await makeAgent(api, account, AGENT);
  const { body: own } = await http.post('/trial-phone').expect(200);
  // The second process, which is not the one that the page names.
  const port = await eventually(() => {
    const opened = processes.map(({ app }) => app.get(SipStack, { strict: false }).endpoint?.port ?? 0);
    expect(opened).not.toContain(0);
    return Promise.resolve(opened.find((one) => one !== own.port) ?? 0);
  }, 10_000);
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${own.username}@${HOST}:${port}`],
    ...['--username', own.username, '--password', own.password, '--hang-up-after', '1'],
  );
  await phone.until('registered');
  await eventually(async () => {
    const { body } = await http.get('/trial-phone').expect(200);
    expect(body).toMatchObject({ state: 'registered', registrations: [{ process: `${HOST}:${port}` }] });
  }, 5_000);
  const { body: call } = await http.post('/trial-phone/ring').send({ agent_id: agentId }).expect(200);
  await phone.until('answered');
  await eventually(async () => {
    const ended = await api.api(account).get(`/calls/${call.id}`);
    expect(ended).toMatchObject({ status: 'completed', phone_number: 'softphone', test: true });
  }, 20_000);
});
