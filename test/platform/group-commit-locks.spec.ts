import { Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { BatchLoader } from '../../src/platform/database/batch-loader';
import { GroupCommit } from '../../src/platform/database/group-commit';
import { SpareConnections } from '../../src/platform/database/spare-connections';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { createDatabase, dropDatabase, eventually } from '../harness/app';

let url: string;
let dataSource: DataSource;
let work: UnitOfWork;
let spare: SpareConnections;
let shared: GroupCommit;
/** Concurrent calls share one statement. */
let added: BatchLoader<number, number>;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(serviceDataSourceOptions(url)).initialize();
  work = new UnitOfWork(dataSource);
  spare = new SpareConnections();
  shared = new GroupCommit(work, spare);
  await work.affected('CREATE TABLE thing (id int PRIMARY KEY, value int NOT NULL CHECK (value < 3))');
  added = new BatchLoader(work, async (ids) => {
    await work.affected(
      `INSERT INTO thing SELECT id, 1 FROM unnest($1::int[]) AS id ORDER BY id
       ON CONFLICT (id) DO UPDATE SET value = thing.value + 1`,
      [ids],
    );
    return ids;
  });
});
beforeEach(() => work.affected('TRUNCATE thing'));
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

const add = (id: number, series: string | null = null, owner = 'somebody') =>
  shared.run(owner, series, () => added.load(id));
const ids = async () =>
  (await work.rows<{ id: number }>('SELECT id FROM thing ORDER BY id')).map(({ id }) => id);

describe('GroupCommit while another client has a lock', () => {
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

  test('delays no works of other owners', async () => {
    const held = add(9);
    await Promise.all([add(1), add(2)]);
    expect(await ids()).toEqual([1, 2]);
    await stranger.query('ROLLBACK');
    await held;
    expect(await ids()).toEqual([1, 2, 9]);
  });

  test('delays the works of one owner behind one that waits, and leaves most connections free', async () => {
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
  });

  test('checks at intervals whether the locks of further owners are free', async () => {
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

  test('fails the works that waited long with the one that timed out, and continues the others', async () => {
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
