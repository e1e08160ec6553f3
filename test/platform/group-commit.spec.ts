import { Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { BatchLoader, BatchWriter } from '../../src/platform/database/batch-loader';
import { GroupCommit } from '../../src/platform/database/group-commit';
import { SpareConnections } from '../../src/platform/database/spare-connections';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { DomainError } from '../../src/platform/kernel/domain-error';
import { createDatabase, dropDatabase, eventually } from '../harness/app';

let url: string;
let dataSource: DataSource;
let work: UnitOfWork;
let spare: SpareConnections;
let shared: GroupCommit;
/** Concurrent calls share one statement. */
let added: BatchLoader<number, string>;
/** How many statements did. */
let statements = 0;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(serviceDataSourceOptions(url)).initialize();
  work = new UnitOfWork(dataSource);
  spare = new SpareConnections();
  shared = new GroupCommit(work, spare);
  await work.affected('CREATE TABLE thing (id int PRIMARY KEY, value int NOT NULL CHECK (value < 3))');
  added = new BatchLoader(work, async (ids) => {
    statements++;
    const [row] = await work.rows<{ transaction: string }>(
      `WITH added AS (
         INSERT INTO thing SELECT id, 1 FROM unnest($1::int[]) AS id ORDER BY id
         ON CONFLICT (id) DO UPDATE SET value = thing.value + 1)
       SELECT pg_current_xact_id()::text AS transaction`,
      [ids],
    );
    return ids.map(() => row?.transaction ?? '');
  });
});
beforeEach(async () => {
  await work.affected('TRUNCATE thing');
  statements = 0;
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

const add = (id: number, series: string | null = null, owner = 'somebody') =>
  shared.run(owner, series, () => added.load(id));
const ids = async () =>
  (await work.rows<{ id: number }>('SELECT id FROM thing ORDER BY id')).map(({ id }) => id);
const refuse = () => Promise.reject(new DomainError('not_found', 'There is no such thing.'));

test('works of one moment share a transaction and its statements', async () => {
  const transactions = await Promise.all([1, 2, 3, 4].map((id) => add(id)));
  expect(new Set(transactions).size).toBe(1);
  expect(statements).toBe(1);
  expect(await ids()).toEqual([1, 2, 3, 4]);
  expect(await add(5)).not.toBe(transactions[0]);
});

test('no more than fifty', async () => {
  const transactions = await Promise.all(Array.from({ length: 120 }, (_, id) => add(id)));
  expect(new Set(transactions).size).toBe(3);
  expect(await ids()).toHaveLength(120);
});

test('a refusal is one work’s alone', async () => {
  const [first, refused, last] = await Promise.allSettled([
    add(1),
    shared.run('somebody', null, refuse),
    add(2),
  ]);
  expect([first.status, last.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  expect(await ids()).toEqual([1, 2]);
});

test('a refusal after a write fails loudly, and holds nothing of it', async () => {
  const late = shared.run('somebody', null, async () => {
    await work.enqueue('INSERT INTO thing VALUES (7, 1)');
    return refuse();
  });
  const batched = shared.run('somebody', null, async () => {
    await new BatchWriter<number>(work, () => Promise.resolve()).add([1]);
    return refuse();
  });
  const outcomes = await Promise.allSettled([add(1), late, batched, add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  for (const refused of [late, batched]) {
    await expect(refused).rejects.toThrow('was refused after it had written: not_found');
  }
  expect(await ids()).toEqual([1, 2]);
});

test('more users of group commit than the pool has connections for do not start', () => {
  const connections = new SpareConnections();
  for (let users = 0; users < 3; users++) connections.register();
  connections.onApplicationBootstrap();
  connections.register();
  expect(() => connections.onApplicationBootstrap()).toThrow('raise MIN_POOL_SIZE');
});

test('a failure rolls the group back; then each work is tried alone and takes effect once', async () => {
  let tries = 0;
  const fails = shared.run('somebody', null, async () => {
    tries++;
    await work.rows('SELECT 1 / 0');
  });
  const outcomes = await Promise.allSettled([add(1), fails, add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(fails).rejects.toMatchObject({ code: '22012' });
  expect(tries).toBe(2);
  const rows = await work.rows('SELECT id, value FROM thing ORDER BY id');
  expect(rows).toEqual([
    { id: 1, value: 1 },
    { id: 2, value: 1 },
  ]);
});

test('a failure of the commit fails the works of the group', async () => {
  await work.affected('INSERT INTO thing VALUES (7, 2)');
  const unread = shared.run('somebody', null, () =>
    work.enqueue('UPDATE thing SET value = value + 1 WHERE id = 7'),
  );
  const outcomes = await Promise.allSettled([add(1), unread, add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(unread).rejects.toMatchObject({ code: '23514' });
  expect(await ids()).toEqual([1, 2, 7]);
});

test.each([
  ['an error of the service', () => Promise.reject(new TypeError('a bug')), 'a bug'],
  [
    'a connection that breaks before the commit',
    () => work.rows('SELECT pg_terminate_backend(pg_backend_pid())'),
    'terminating connection',
  ],
])('%s is one work’s alone', async (_, fail, message) => {
  const outcomes = await Promise.allSettled([add(1), shared.run<unknown>('somebody', null, fail), add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining(message) } });
  const rows = await work.rows('SELECT id, value FROM thing ORDER BY id');
  expect(rows).toEqual([
    { id: 1, value: 1 },
    { id: 2, value: 1 },
  ]);
});

test('when the connection breaks during the COMMIT nothing is retried, because its outcome is unknown', async () => {
  await work.affected(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await work.affected(`CREATE CONSTRAINT TRIGGER breaks AFTER INSERT ON thing DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.id = 66) EXECUTE FUNCTION break_off()`);
  let tries = 0;
  const breaks = shared.run('somebody', null, () => {
    tries++;
    return added.load(66);
  });
  const outcomes = await Promise.allSettled([add(1), breaks, add(2)]);
  await work.affected('DROP TRIGGER breaks ON thing');
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tries).toBe(1);
  expect(await ids()).toEqual([]);
});

test('works of one series share no transaction, and come in their order', async () => {
  const transactions = await Promise.all([add(1, 'a'), add(1, 'a'), add(2, 'b'), add(3)]);
  expect(transactions[2]).toBe(transactions[0]);
  expect(transactions[3]).toBe(transactions[0]);
  expect(transactions[1]).not.toBe(transactions[0]);
});

test('within a transaction a work belongs to it', async () => {
  await expect(
    work.run(async () => {
      await add(1);
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect(await ids()).toEqual([]);
});

test('a thousand at once need few connections', async () => {
  const master = (dataSource.driver as unknown as { master: Pool }).master;
  const most = { waiting: 0 };
  const works = Array.from({ length: 1_000 }, (_, id) =>
    shared.run('somebody', null, async () => {
      most.waiting = Math.max(most.waiting, master.waitingCount);
      return added.load(id);
    }),
  );
  await Promise.all(works);
  expect(most.waiting).toBe(0);
  expect(await ids()).toHaveLength(1_000);
});

test('without a free connection fifty members wait for one', async () => {
  const master = (dataSource.driver as unknown as { master: Pool }).master;
  const taken = await Promise.all(Array.from({ length: 20 }, () => master.connect()));
  const works = Promise.allSettled(Array.from({ length: 50 }, (_, id) => add(id)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(master.waitingCount).toBe(1);
  expect((await works).every(({ status }) => status === 'rejected')).toBe(true);
  for (const client of taken) client.release();
  expect(await ids()).toEqual([]);
});

describe('while a stranger has a lock', () => {
  let stranger: Client;
  beforeEach(async () => {
    stranger = new Client({ connectionString: url });
    await stranger.connect();
    await stranger.query('BEGIN');
    await stranger.query('INSERT INTO thing VALUES (9, 1)');
  });
  afterEach(() => stranger.end());

  /** Connections of the pool in use. */
  const taken = () => {
    const { totalCount, idleCount } = (dataSource.driver as unknown as { master: Pool }).master;
    return totalCount - idleCount;
  };
  /** Until this many statements wait for locks. */
  const waiters = (count: number) =>
    eventually(async () => {
      const { rows } = await stranger.query(
        `SELECT pg_stat_clear_snapshot(), pid FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database() AND state_change < clock_timestamp() - interval '300 ms'`,
      );
      expect(rows).toHaveLength(count);
    });

  test('works of others do not wait for the lock', async () => {
    const held = add(9);
    await Promise.all([add(1), add(2)]);
    expect(await ids()).toEqual([1, 2]);
    await stranger.query('ROLLBACK');
    await held;
    expect(await ids()).toEqual([1, 2, 9]);
  });

  test('of those of one owner one waits for it, the others for that one; of the connections most stay free', async () => {
    const held = ['a', 'b'].flatMap((owner) => Array.from({ length: 60 }, () => add(9, null, owner)));
    const begun = performance.now();
    await Promise.all(Array.from({ length: 40 }, (_, id) => add(100 + id, null, 'c')));
    expect(performance.now() - begun).toBeLessThan(2_000);
    await waiters(2);
    expect(taken()).toBe(2);
    // A new one of theirs does not even try.
    const late = add(9, null, 'a');
    await add(1, null, 'c');
    expect(taken()).toBe(2);
    // value < 3: two of them hold, the others are refused, each by itself.
    await stranger.query('ROLLBACK');
    const outcomes = await Promise.allSettled([...held, late]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '23514' } });
    expect(await work.rows('SELECT value FROM thing WHERE id = 9')).toEqual([{ value: 2 }]);
  }, 20_000);

  test('when too many owners wait already, others look now and then whether their lock is free', async () => {
    await spare.lockWait.acquire(3);
    const held = [add(9, null, 'a'), add(8, null, 'b')];
    await held[1];
    // Between two looks it has no connection.
    await eventually(() => {
      expect(taken()).toBe(0);
      return Promise.resolve();
    });
    await stranger.query('ROLLBACK');
    await held[0];
    expect(await ids()).toEqual([8, 9]);
    spare.lockWait.release(3);
  });

  test('when the one has waited in vain, those fail with it who have waited long; the others go on', async () => {
    const withTimeout = (id: number) =>
      shared.run('a', null, async () => {
        // With a patience of its own, as operations with a key have.
        if (work.batchScope === null) await work.enqueue("SET LOCAL lock_timeout = '400ms'");
        return added.load(id);
      });
    const first = withTimeout(9);
    await waiters(1);
    const old = withTimeout(9);
    const now = performance.now.bind(performance);
    const moved = jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
    const young = withTimeout(1);
    await expect(first).rejects.toMatchObject({ code: '55P03' });
    await expect(old).rejects.toMatchObject({ code: '55P03' });
    moved.mockRestore();
    await young;
    expect(await ids()).toEqual([1]);
    await stranger.query('ROLLBACK');
  });
});
