import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sweeps } from '../../src/platform/sweeps';
import { Recordings } from '../../src/platform/storage/recordings';
import { CarrierEventRouter } from '../../src/carriers';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { reachable, twilioTrunk } from '../harness/cloud-service';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { Provider } from '../harness/far-end';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let databaseUrl: string;
let dataDir: string;
let shared: Record<string, string>;
let far: Provider;
const running: TestApp[] = [];

beforeEach(async () => {
  databaseUrl = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'aics-recordings-'));
  const PUBLIC_URL = 'http://127.0.0.1:1';
  shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL, DATA_DIR: dataDir };
  far = await Provider.open((call, own, seen) => own.answer(call, seen, 400));
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  await far.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<TestApp> {
  const service = await TestApp.start({ ...shared, ...environment }, databaseUrl);
  running.push(service);
  return service;
}

/** As when the database is away: facts of this type are not taken. */
function loses(service: TestApp, which: string): jest.SpyInstance {
  const facts = service.app.get(CarrierEventRouter, { strict: false });
  const take = facts.accept.bind(facts);
  return jest.spyOn(facts, 'accept').mockImplementation((carrier, fact) => {
    if (fact.type === which) return Promise.reject(new Error('no connection'));
    return take(carrier, fact);
  });
}

const stateOf = async (service: TestApp, id: string) =>
  (await service.unitOfWork.row<{ recording: string }>('SELECT recording FROM calls WHERE id = $1', [id]))
    ?.recording;

async function filesLeft(): Promise<string[]> {
  const names = await readdir(join(dataDir, 'recordings', 'live'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.wav'));
}

/** A call whose recording is stored later than its end may wait for, so that its call awaits it. */
async function callThatAwaits(service: TestApp): Promise<string> {
  const recordings = service.app.get(Recordings, { strict: false });
  const add = recordings.add.bind(recordings);
  const slow = jest.spyOn(recordings, 'add').mockImplementation(async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    return add(...given);
  });
  const account = await sipAccount(service, [await sipTrunk(service, far.address)]);
  const id = await queueCall(service, account, number('0001'));
  await reaches(service, account, id, 'completed');
  expect(await stateOf(service, id)).toBe('awaited');
  await eventually(async () => {
    expect(await service.app.get(Recordings, { strict: false }).storedIds([id])).toEqual([id]);
  });
  slow.mockRestore();
  return id;
}

test('reports a recording that was stored during a database outage after it', async () => {
  const service = await start();
  const lost = loses(service, 'recording_stored');
  const id = await callThatAwaits(service);
  await service.advance(5_000);
  expect(await stateOf(service, id)).toBe('awaited');
  lost.mockRestore();
  await service.advance(5_000);
  expect(await stateOf(service, id)).toBe('stored');
  expect(await filesLeft()).toEqual([]);
});

test('reports a recording that a dead process stored by the next process', async () => {
  const dead = await start({ ROLE: 'all' });
  loses(dead, 'recording_stored');
  const id = await callThatAwaits(dead);
  await dead.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  const next = await start({ ROLE: 'media' });
  await next.advance(26_000);
  expect(await stateOf(next, id)).toBe('stored');
  expect(await filesLeft()).toEqual([]);
});

test('preserves a recording when the process dies between its storage and the end of the call', async () => {
  const dead = await start({ ROLE: 'all' });
  loses(dead, 'ended');
  const account = await sipAccount(dead, [await sipTrunk(dead, far.address)]);
  const id = await queueCall(dead, account, number('0001'));
  await eventually(async () => {
    expect(await dead.app.get(Recordings, { strict: false }).storedIds([id])).toEqual([id]);
  });
  await dead.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  const next = await start({ ROLE: 'media' });
  await next.advance(26_000);
  await reaches(dead, account, id, 'completed');
  await next.advance(5_000);
  expect(await stateOf(next, id)).toBe('stored');
  expect(await filesLeft()).toEqual([]);
});

test('preserves a recording of a cloud trunk in the same case', async () => {
  const twilio = await FakeTwilio.open();
  const dead = await start({ ...(await reachable()), ROLE: 'all' });
  loses(dead, 'ended');
  const trunk = await twilioTrunk(dead, twilio.url);
  const account = await sipAccount(dead, [trunk.id], { carrier: 'twilio' });
  const phone = number('0001');
  twilio.will(phone, { hangUpAfterMs: 700 });
  const id = await queueCall(dead, account, phone);
  await eventually(async () => {
    expect(await dead.app.get(Recordings, { strict: false }).storedIds([id])).toEqual([id]);
  });
  await dead.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  const next = await start({ ...(await reachable()), ROLE: 'media' });
  await next.advance(26_000);
  await reaches(dead, account, id, 'completed');
  await next.advance(5_000);
  expect(await stateOf(next, id)).toBe('stored');
  await twilio.close();
});
