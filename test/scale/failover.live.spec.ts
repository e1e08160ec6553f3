import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PrimaryWatch } from '../../src/platform/database/primary/primary-watch';
import { Queues } from '../../src/platform/queues/queues';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { ReplicatedPostgres } from '../fakes/database/replicated-postgres.mjs';

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };
const SETTINGS = { fsync: 'off', full_page_writes: 'off' };
/** After the new primary accepts writes. */
const API_MS = 2_000;
const DISPATCH_MS = 5_000;

let folder: string;
let database: ReplicatedPostgres;
let service: TestApp;
let account: TestAccount;
let agentId: string;
let serial = 0;
const lines: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aics-failover-'));
  database = new ReplicatedPostgres(startEmbeddedPostgres, folder, SETTINGS);
  await database.start();
  const { url } = database;
  lines.length = 0;
  service = await TestApp.start(
    { DATABASE_URL: url, SECRET_KEY: '5'.repeat(64), LOG_LEVEL: 'warn' },
    url,
    (line) => lines.push(line),
  );
  account = await service.account();
  agentId = (await service.api(account).post('/agents', AGENT)).id;
}, 120_000);
afterEach(async () => {
  await service.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}, 60_000);

const phone = () => `+9198${String(10_000_000 + ++serial)}9`;

/** A POST /calls as a client sends it, without the check of its answer's form. */
async function queue(key?: string): Promise<{ status: number; id: string | null; ms: number }> {
  const begin = performance.now();
  const response = await fetch(`${service.origin}/v1/calls`, {
    method: 'POST',
    headers: {
      'X-API-Key': account.key,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ agent_id: agentId, phone_number: phone() }),
  });
  const body = (await response.json()) as { id?: string };
  return { status: response.status, id: body.id ?? null, ms: performance.now() - begin };
}

async function ready(): Promise<{ status: number; database: string }> {
  const response = await fetch(`${service.origin}/health/ready`);
  return { status: response.status, database: ((await response.json()) as { database: string }).database };
}

/** Polls until a call is queued; resolves with the milliseconds that it took. */
async function untilQueued(begin: number): Promise<{ id: string; ms: number }> {
  return eventually(async () => {
    const { status, id } = await queue();
    if (status !== 200 || id === null) throw new Error(`POST /calls: ${status}`);
    return { id, ms: performance.now() - begin };
  }, 30_000);
}

test('the primary is killed and its standby promoted: nothing acknowledged is lost, the API and dispatch are back in time', async () => {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) {
      const { status, id } = await queue().catch(() => ({ status: 0, id: null }));
      if (status === 200 && id !== null) acknowledged.push(id);
      await wait(20);
    }
  })();
  while (acknowledged.length <= 10) await wait(50);
  database.killPrimary();
  await wait(3_000);
  await database.promote();
  const promotedAt = performance.now();
  const { id, ms } = await untilQueued(promotedAt);
  expect(ms).toBeLessThan(API_MS);
  await eventually(async () => {
    const [row] = (await database.sql(database.standbyUrl, 'SELECT attempt FROM calls WHERE id = $1', [
      id,
    ])) as {
      attempt: number;
    }[];
    expect(row?.attempt).toBe(1);
  }, 30_000);
  expect(performance.now() - promotedAt).toBeLessThan(DISPATCH_MS + API_MS);
  over.abort();
  await load;
  const stored = (await database.sql(database.standbyUrl, 'SELECT id FROM calls')) as { id: string }[];
  const ids = new Set(stored.map((row) => row.id));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((one) => !ids.has(one))).toEqual([]);
  expect(service.app.get(PrimaryWatch, { strict: false }).generation).toBe(2);
}, 120_000);

test('the standby is away: the gate closes after 5 s, reads go on, and it opens when the standby is back', async () => {
  database.killStandby();
  const first = queue();
  const closed = await eventually(async () => {
    const answer = await queue();
    if (answer.ms > 1_000) throw new Error('the gate is open');
    return answer;
  }, 40_000);
  expect(closed.status).toBe(500);
  expect(await ready()).toEqual({ status: 200, database: 'not replicating' });
  expect((await service.http(account).get('/agents')).status).toBe(200);
  // Each job that waited would leave a connection at the server.
  await service.app.get(Queues, { strict: false }).remind('call-dispatch', { accountId: account.id });
  await database.startStandby();
  await eventually(async () => expect(await ready()).toEqual({ status: 200, database: 'ok' }), 30_000);
  expect((await queue()).status).toBe(200);
  // Its commit waited, and its outcome is either of both.
  expect([200, 500]).toContain((await first).status);
}, 120_000);

test('a wait that was canceled is no acknowledgement, outside a transaction and in one', async () => {
  const watch = service.app.get(PrimaryWatch, { strict: false });
  await eventually(() => {
    expect(watch.answer?.waitsForStandbys).toBe(true);
    return Promise.resolve();
  });
  database.killStandby();
  const cancelWait = () =>
    eventually(async () => {
      const rows = (await database.sql(
        database.primaryUrl,
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE wait_event = 'SyncRep' AND application_name = 'ai-calling-service'`,
      )) as unknown[];
      expect(rows.length).toBeGreaterThan(0);
    });
  const statement = service.unitOfWork.affected('UPDATE accounts SET name = name').then(
    () => 'acknowledged',
    (error: unknown) => (error as Error).name,
  );
  await cancelWait();
  expect(await statement).toBe('UnknownCommitError');
  const waiting = queue();
  await cancelWait();
  expect((await waiting).status).toBe(500);
}, 120_000);

test('an old primary that lives on is left, and counted', async () => {
  await database.promote();
  await untilQueued(performance.now());
  const watch = service.app.get(PrimaryWatch, { strict: false });
  await eventually(() => {
    expect(watch.staleAnswers).toBeGreaterThan(0);
    return Promise.resolve();
  }, 20_000);
  expect(watch.generation).toBe(2);
}, 120_000);
