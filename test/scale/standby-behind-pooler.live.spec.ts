import { roleSettings } from '../../src/platform/database/service-settings';
import { TransactionPooler } from '../fakes/database/transaction-pooler.mjs';
import { eventually } from '../harness/app';
import { ReplicatedServiceDriver } from '../harness/replicated-service-driver';

/** Connections of the pooler to the server: fewer than the commits that wait. */
const SIZE = 6;

let driver: ReplicatedServiceDriver;
let pooler: TransactionPooler;

beforeEach(async () => {
  driver = await ReplicatedServiceDriver.start(async ({ primaryUrl, sql }) => {
    for (const statement of roleSettings(primaryUrl)) await sql(primaryUrl, statement);
    pooler = new TransactionPooler(primaryUrl, { size: SIZE });
    return {
      DATABASE_URL: await pooler.start(),
      DATABASE_DIRECT_URL: primaryUrl,
      DATABASE_POOLING: 'transaction',
    };
  });
});
afterEach(async () => {
  await driver.stop();
  await pooler.stop();
});

test('does not break a slow statement that waits for no standby', async () => {
  await eventually(() => {
    expect(driver.watch.answer?.waitsForStandbys).toBe(true);
    return Promise.resolve();
  });
  const slow = 'UPDATE accounts SET name = name WHERE pg_sleep(7) IS NOT NULL';
  expect(await driver.service.unitOfWork.affected(slow)).toBe(1);
});

test('closes the gate when commits that wait for a standby fill the pooler, before it gives up connections', async () => {
  await eventually(() => {
    expect(driver.watch.answer?.waitsForStandbys).toBe(true);
    return Promise.resolve();
  });
  await driver.database.killStandby();
  const waiting = Array.from({ length: 3 * SIZE }, () => driver.queue());
  await eventually(
    async () => expect(await driver.ready()).toEqual({ status: 200, database: 'not replicating' }),
    20_000,
  );
  expect((await driver.service.http(driver.account).get('/agents')).status).toBe(200);
  expect(await driver.queue()).toMatchObject({ status: 500, code: 'internal_error' });
  for (const answer of await Promise.all(waiting)) expect([500, 503]).toContain(answer.status);
  expect([driver.watch.standing, driver.watch.generation]).toEqual(['primary', 1]);
  // A backend notices that its client has left only when its wait ends.
  const [row] = (await driver.database.sql(
    driver.database.primaryUrl,
    `SELECT count(*)::int AS backends FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  )) as { backends: number }[];
  expect(row?.backends).toBeLessThanOrEqual(3 * SIZE);

  await driver.database.startStandby();
  await eventually(async () => expect(await driver.ready()).toEqual({ status: 200, database: 'ok' }), 30_000);
  expect((await driver.queue()).status).toBe(200);
});
