import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { TcpProxy } from '../../tools/lib/tcp-proxy.mjs';
import type { ReplicatedPostgres } from '../fakes/database/replicated-postgres.mjs';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { ReplicatedServiceDriver } from '../harness/replicated-service-driver';

/** After the primary accepts writes again. */
const API_MS = 2_000;
/** Longer than the lease of a talk. */
const LONG_OUTAGE_MS = 25_000;

const TALKS_UNTIL_THE_LIMIT = '0014';
const SECRET_KEY = '5'.repeat(64);

const portOf = (url: string) => Number(new URL(url).port);

describe('one address that leads to the primary', () => {
  let driver: ReplicatedServiceDriver;
  let proxy: TcpProxy;

  beforeEach(async () => {
    driver = await ReplicatedServiceDriver.start(async ({ primaryUrl }) => {
      proxy = new TcpProxy(portOf(primaryUrl));
      const url = new URL(primaryUrl);
      url.port = String(await proxy.start());
      return { DATABASE_URL: url.href, SIMULATOR_SPEED: '1', SECRET_KEY };
    });
  });
  afterEach(async () => {
    proxy.restore();
    await driver.stop();
    await proxy.stop();
  });

  /** Resolves with the milliseconds from the end of a silence to the first call that is queued. */
  async function afterSilence(): Promise<number> {
    proxy.pause();
    const begin = performance.now();
    await eventually(() => {
      expect(driver.watch.standing).toBe('lost');
      return Promise.resolve();
    }, 10_000);
    expect(performance.now() - begin).toBeLessThan(6_000);
    const refused = await driver.queue();
    expect(refused).toMatchObject({ status: 503, code: 'auth_unavailable' });
    expect(refused.ms).toBeLessThan(3_000);
    proxy.restore();
    return (await driver.untilQueued()).ms;
  }

  test('is given up after 3 s of silence, and used again at once', async () => {
    // A busy machine may delay one of them.
    let [silences, ms] = [0, Infinity];
    while (ms >= API_MS && silences < 3) {
      ms = await afterSilence();
      silences++;
      await eventually(() => {
        expect([driver.watch.standing, driver.watch.generation]).toEqual(['primary', silences + 1]);
        return Promise.resolve();
      });
    }
    expect(ms).toBeLessThan(API_MS);
  });

  test('serves reads and rejects writes at a standby until it is promoted', async () => {
    proxy.switchTo(portOf(driver.database.standbyUrl));
    await eventually(() => {
      expect(driver.watch.standing).toBe('read_only');
      return Promise.resolve();
    }, 10_000);
    expect(await driver.ready()).toMatchObject({ status: 200 });
    expect((await driver.service.http(driver.account).get('/agents')).status).toBe(200);
    expect((await driver.queue()).status).toBe(500);
    await driver.database.promote();
    expect((await driver.untilQueued()).ms).toBeLessThan(API_MS);
    await eventually(() => {
      expect([driver.watch.standing, driver.watch.generation]).toEqual(['primary', 2]);
      return Promise.resolve();
    });
  });

  test('continues a talk over an outage longer than its lease, beside a second process', async () => {
    const { service, account } = driver;
    const api = service.api(account);
    const agent_id = await makeAgent(service, account, { name: 'Ravi', max_call_minutes: 1 });
    const { id } = await api.post('/calls', { agent_id, phone_number: number(TALKS_UNTIL_THE_LIMIT) });
    const call = () => api.get(`/calls/${id}`);
    await eventually(async () => expect((await call()).status).toBe('in_progress'), 20_000);
    const { databaseUrl } = service;
    const environment = { SECRET_KEY, SIMULATOR_SPEED: '1', DATABASE_URL: databaseUrl };
    const second = await TestApp.start(environment, databaseUrl);
    try {
      proxy.pause();
      await wait(LONG_OUTAGE_MS);
      proxy.restore();
      // The new generation breaks what is under way.
      await eventually(() => {
        expect(driver.watch.generation).toBe(2);
        return Promise.resolve();
      });
      await driver.untilQueued();
      expect((await call()).status).toBe('in_progress');
      const over = await eventually(async () => {
        const now = await call();
        expect(now.status).toBe('completed');
        return now;
      }, 60_000);
      expect(over).toMatchObject({ ended_by: 'agent', duration_seconds: 60 });
    } finally {
      await second.stop();
    }
  }, 180_000);
});

/** What was due before by the old clock is due by the new one: up to 30 s later. */
describe.each([30, -30])('a promoted standby whose clock differs by %i s', (seconds) => {
  let driver: ReplicatedServiceDriver;

  beforeEach(async () => {
    driver = await ReplicatedServiceDriver.start(async (database) => {
      await shiftClock(database, seconds);
      return { DATABASE_URL: database.url };
    });
  });
  afterEach(() => driver.stop());

  test('sets the time, and has each call dialed once', async () => {
    const { service, database } = driver;
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await driver.untilQueued()).id));
    await stopDispatch(database.primaryUrl, driver.account.id);
    database.killPrimary();
    await database.promote();
    const { id } = await driver.untilQueued();
    expect(service.clock.nowMs() - Date.now()).toBeCloseTo(1_000 * seconds, -4);
    await eventually(async () => {
      const calls = await database.sql(database.standbyUrl, 'SELECT id, status FROM calls ORDER BY id');
      expect(calls).toEqual([...ids, id].sort().map((one) => ({ id: one, status: 'completed' })));
    }, 45_000);
    const twice = await database.sql(
      database.standbyUrl,
      'SELECT call_id, attempt FROM dials GROUP BY call_id, attempt HAVING count(*) > 1',
    );
    expect(twice).toEqual([]);
    expect(driver.watch.generation).toBe(2);
  });
});

/**
 * Locks the account's lines until the server is killed: a dial whose commit was under way then would have an unknown outcome
 * and end as failed.
 */
async function stopDispatch(url: string, accountId: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM account_lines WHERE account_id = $1 FOR UPDATE', [accountId]);
}

/** Lets a server tell another time once the standby is promoted: its functions come before those of PostgreSQL. */
async function shiftClock(
  { primaryUrl, standbyUrl, sql }: ReplicatedPostgres,
  seconds: number,
): Promise<void> {
  const { username } = new URL(primaryUrl);
  await sql(
    primaryUrl,
    `CREATE SCHEMA shifted;
     CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
       'SELECT pg_catalog.clock_timestamp()
          + CASE inet_server_port() WHEN ${portOf(standbyUrl)} THEN interval ''${seconds} s'' ELSE interval ''0'' END';
     ALTER ROLE "${username}" SET search_path = shifted, public, pg_catalog`,
  );
}
