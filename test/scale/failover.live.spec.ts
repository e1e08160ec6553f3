import { setTimeout as wait } from 'node:timers/promises';
import { Queues } from '../../src/platform/queues/queues';
import { eventually } from '../harness/app';
import { ReplicatedServiceDriver } from '../harness/replicated-service-driver';

/** After the new primary accepts writes. */
const API_MS = 2_000;
const DISPATCH_MS = 5_000;

let driver: ReplicatedServiceDriver;

beforeEach(async () => {
  driver = await ReplicatedServiceDriver.start();
});
afterEach(() => driver.stop());

test('loses nothing acknowledged when the standby of a killed primary is promoted, and resumes in time', async () => {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) {
      const { status, id } = await driver.queue().catch(() => ({ status: 0, id: null }));
      if (status === 200 && id !== null) acknowledged.push(id);
      await wait(20);
    }
  })();
  while (acknowledged.length <= 10) await wait(50);
  driver.database.killPrimary();
  await wait(3_000);
  await driver.database.promote();
  const promotedAt = performance.now();
  const { id, ms } = await driver.untilQueued(promotedAt);
  expect(ms).toBeLessThan(API_MS);
  await eventually(async () => {
    const [row] = (await driver.database.sql(
      driver.database.standbyUrl,
      'SELECT attempt FROM calls WHERE id = $1',
      [id],
    )) as {
      attempt: number;
    }[];
    expect(row?.attempt).toBe(1);
  }, 30_000);
  expect(performance.now() - promotedAt).toBeLessThan(DISPATCH_MS + API_MS);
  over.abort();
  await load;
  const stored = (await driver.database.sql(driver.database.standbyUrl, 'SELECT id FROM calls')) as {
    id: string;
  }[];
  const ids = new Set(stored.map((row) => row.id));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((one) => !ids.has(one))).toEqual([]);
  expect(driver.watch.generation).toBe(2);
});

test('closes the gate 5 s after the standby failed, serves reads, and opens it with the standby', async () => {
  await driver.database.killStandby();
  const first = driver.queue();
  const closed = await eventually(async () => {
    const answer = await driver.queue();
    if (answer.ms > 1_000) throw new Error('the gate is open');
    return answer;
  }, 40_000);
  expect(closed.status).toBe(500);
  expect(await driver.ready()).toEqual({ status: 200, database: 'not replicating' });
  expect((await driver.service.http(driver.account).get('/agents')).status).toBe(200);
  // Each job that waited would leave a connection at the server.
  await driver.service.app
    .get(Queues, { strict: false })
    .remind('call-dispatch', { accountId: driver.account.id });
  await driver.database.startStandby();
  await eventually(async () => expect(await driver.ready()).toEqual({ status: 200, database: 'ok' }), 30_000);
  expect((await driver.queue()).status).toBe(200);
  // Its commit waited, and its outcome is either of both.
  expect([200, 500]).toContain((await first).status);
});

test('treats a canceled wait as no acknowledgement, outside a transaction and in one', async () => {
  await eventually(() => {
    expect(driver.watch.answer?.waitsForStandbys).toBe(true);
    return Promise.resolve();
  });
  await driver.database.killStandby();
  const cancelWait = () =>
    eventually(async () => {
      const rows = (await driver.database.sql(
        driver.database.primaryUrl,
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE wait_event = 'SyncRep' AND application_name = 'ai-calling-service'`,
      )) as unknown[];
      expect(rows.length).toBeGreaterThan(0);
    });
  const statement = driver.service.unitOfWork.affected('UPDATE accounts SET name = name').then(
    () => 'acknowledged',
    (error: unknown) => (error as Error).name,
  );
  await cancelWait();
  expect(await statement).toBe('UnknownCommitError');
  const waiting = driver.queue();
  await cancelWait();
  expect((await waiting).status).toBe(500);
});

test('leaves an old primary that lives on, and counts it', async () => {
  await driver.database.promote();
  await driver.untilQueued();
  await eventually(() => {
    expect(driver.watch.staleAnswers).toBeGreaterThan(0);
    return Promise.resolve();
  }, 20_000);
  expect(driver.watch.generation).toBe(2);
});
