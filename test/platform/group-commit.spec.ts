import { Socket } from 'node:net';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { BatchLoader, BatchWriter } from '../../src/platform/database/batch-loader';
import { GroupCommit } from '../../src/platform/database/group-commit';
import { SpareConnections } from '../../src/platform/database/spare-connections';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { DomainError } from '../../src/platform/kernel/domain-error';
import { createDatabase, dropDatabase } from '../harness/app';

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

test('runs works of one moment in one transaction with shared statements', async () => {
  const transactions = await Promise.all([1, 2, 3, 4].map((id) => add(id)));
  expect(new Set(transactions).size).toBe(1);
  expect(statements).toBe(1);
  expect(await ids()).toEqual([1, 2, 3, 4]);
  expect(await add(5)).not.toBe(transactions[0]);
});

test('sends the statements of a group in one packet', async () => {
  const values = new BatchLoader<number, number>(work, async (ids) => {
    const rows = await work.rows<{ id: number; value: number }>('SELECT id, value FROM thing');
    return ids.map((id) => rows.find((row) => row.id === id)?.value ?? 0);
  });
  const packets = jest.spyOn(Socket.prototype as unknown as { _writeGeneric: () => void }, '_writeGeneric');
  const found = await shared.run('a', null, async () => {
    const [, value] = await Promise.all([added.load(1), values.load(1)]);
    await work.enqueue('INSERT INTO thing VALUES (2, 1)');
    await work.enqueue('INSERT INTO thing VALUES (3, $1)', [value]);
    return value;
  });
  // BEGIN with the loaders' statements, then COMMIT with the two inserts.
  expect(packets).toHaveBeenCalledTimes(2);
  packets.mockRestore();
  expect(found).toBe(1);
  expect(await ids()).toEqual([1, 2, 3]);
});

test('sends earlier statements before those of TypeORM', async () => {
  const rows = await shared.run('a', null, async () => {
    await work.enqueue('INSERT INTO thing VALUES (4, 1)');
    return work.manager.query<{ id: number }[]>('SELECT id FROM thing');
  });
  expect(rows).toEqual([{ id: 4 }]);
});

test('groups at most fifty works', async () => {
  const transactions = await Promise.all(Array.from({ length: 120 }, (_, id) => add(id)));
  expect(new Set(transactions).size).toBe(3);
  expect(await ids()).toHaveLength(120);
});

test('rejects one work alone', async () => {
  const [first, refused, last] = await Promise.allSettled([
    add(1),
    shared.run('somebody', null, refuse),
    add(2),
  ]);
  expect([first.status, last.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  expect(await ids()).toEqual([1, 2]);
});

test('throws a rejection after a write, and commits nothing of the write', async () => {
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

test('refuses to start with more users of group commit than connections', () => {
  const connections = new SpareConnections();
  for (let users = 0; users < 3; users++) connections.register();
  connections.onApplicationBootstrap();
  connections.register();
  expect(() => connections.onApplicationBootstrap()).toThrow('raise MIN_POOL_SIZE');
});

test('rolls the group back after a failure, then applies each work once by itself', async () => {
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

test('fails the works of a group whose commit fails', async () => {
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
])('fails one work alone by %s', async (_, fail, message) => {
  const outcomes = await Promise.allSettled([add(1), shared.run<unknown>('somebody', null, fail), add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining(message) } });
  const rows = await work.rows('SELECT id, value FROM thing ORDER BY id');
  expect(rows).toEqual([
    { id: 1, value: 1 },
    { id: 2, value: 1 },
  ]);
});

test('retries nothing when the connection breaks during the COMMIT, whose outcome is unknown', async () => {
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

test('runs works of one series in their order, in separate transactions', async () => {
  const transactions = await Promise.all([add(1, 'a'), add(1, 'a'), add(2, 'b'), add(3)]);
  expect(transactions[2]).toBe(transactions[0]);
  expect(transactions[3]).toBe(transactions[0]);
  expect(transactions[1]).not.toBe(transactions[0]);
});

test('joins the transaction of a work that starts it', async () => {
  await expect(
    work.run(async () => {
      await add(1);
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect(await ids()).toEqual([]);
});

test('runs a thousand works with few connections', async () => {
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

test('waits for a connection once for fifty works', async () => {
  const master = (dataSource.driver as unknown as { master: Pool }).master;
  const taken = await Promise.all(Array.from({ length: 20 }, () => master.connect()));
  const works = Promise.allSettled(Array.from({ length: 50 }, (_, id) => add(id)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(master.waitingCount).toBe(1);
  expect((await works).every(({ status }) => status === 'rejected')).toBe(true);
  for (const client of taken) client.release();
  expect(await ids()).toEqual([]);
});
