import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, TestApp } from '../harness/app';
import { BuiltService } from '../harness/built-service';
import { ConsoleTests } from '../harness/console';
import { freePort } from '../harness/free-port';
import { ScriptedPhones } from '../harness/human-sip';
import { ListeningDriver } from '../harness/listening-driver';
import { LivePage } from '../harness/live-page';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { TalkingPhones } from '../harness/talking-phones';

compileThreads();

let databaseUrl: string;
let dataDir: string;
let engines: SpeechServer;
let shared: Record<string, string>;
let api: TestApp;
let worker: TestApp;
let phones: ScriptedPhones;
let voices: TalkingPhones;
let driver: ListeningDriver;

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
  };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  worker = await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl);
  phones = await ScriptedPhones.open();
  voices = new TalkingPhones();
  driver = new ListeningDriver(api, new ConsoleTests(api), phones, voices);
});
afterAll(async () => {
  await voices.close();
  await worker.stop();
  await api.stop();
  await phones.close();
  engines.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});

const media = async () => ({
  ...shared,
  ROLE: 'media',
  MEDIA_PORT: String(await freePort()),
  SIP_PORT: '0',
  RTP_PORTS: '0',
  HOST: '127.0.0.1',
});

test('relays, resumes and ends the listening to a call of another process', async () => {
  const host = await TestApp.start(await media(), databaseUrl);
  try {
    const { account, admin } = await driver.setting();
    const id = await driver.runningCall(account);
    const page = await driver.listener(admin, id);
    const { resume } = await page.listen().until('ready');
    await page.heard(1_000);
    page.socket.terminate();
    const again = await LivePage.open(api.origin, `/console/live/calls/${id}`, {
      cookie: admin.cookie,
      resume: String(resume),
    });
    await again.listen().until('ready');
    await again.heard(500);
    again.text({ type: 'hang_up' });
    expect(await again.until('ended')).toMatchObject({ ended_by: 'human' });
    expect(await again.closed).toBe(1_000);
    expect(await driver.audit(admin, 1)).toMatchObject([{ subject_id: id }]);

    const next = await driver.runningCall(account);
    const leaving = await driver.listener(admin, next);
    await leaving.listen().heard(300);
    leaving.socket.close();
    expect((await driver.audit(admin, 2, 3_000)).map(({ count }) => count)).toEqual([1, expect.any(Number)]);
  } finally {
    await host.stop();
  }
});

test('logs the listening of a killed host until its last heartbeat', async () => {
  const killed = new BuiltService(await media());
  await killed.ready();
  const { account, admin } = await driver.setting();
  const id = await driver.runningCall(account);
  const page = await driver.listener(admin, id);
  await page.listen().heard(5_000);
  killed.kill('SIGKILL');
  expect(await page.closed).toBe(1_006);
  const [line] = await driver.audit(admin, 1, 30_000);
  expect(line?.subject_id).toBe(id);
  expect(line?.count).toBeGreaterThanOrEqual(1);
  expect(line?.count).toBeLessThanOrEqual(6);
});
