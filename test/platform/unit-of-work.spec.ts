import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { sqlState } from '../../src/platform/database/sql-state';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { createDatabase, dropDatabase } from '../harness/app';

let url: string;
let dataSource: DataSource;
let work: UnitOfWork;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url)).initialize();
  work = new UnitOfWork(dataSource);
  await work.affected('CREATE TABLE thing (id int PRIMARY KEY, value int NOT NULL)');
});
beforeEach(async () => {
  await work.affected('TRUNCATE thing');
  await work.affected('INSERT INTO thing VALUES (1, 0), (2, 0)');
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

const values = async () =>
  (await work.rows<{ value: number }>('SELECT value FROM thing ORDER BY id')).map(({ value }) => value);
const add = (id: number) => work.affected('UPDATE thing SET value = value + 1 WHERE id = $1', [id]);

test('commits all statements or none', async () => {
  await expect(
    work.run(async () => {
      await add(1);
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect(await values()).toEqual([0, 0]);
});

test('joins a run within a run', async () => {
  await expect(
    work.run(async () => {
      await work.run(() => add(1));
      await Promise.reject(new Error('no'));
    }),
  ).rejects.toThrow('no');
  expect(await values()).toEqual([0, 0]);
});

test('runs hooks after the commit alone', async () => {
  const seen: string[] = [];
  await work.run(async () => {
    work.afterCommit(() => seen.push('committed'));
    await add(1);
    seen.push('working');
  });
  await work
    .run(() => {
      work.afterCommit(() => seen.push('never'));
      return Promise.reject(new Error('no'));
    })
    .catch(() => undefined);
  expect(seen).toEqual(['working', 'committed']);
});

test('commits queued writes with the others, in their order', async () => {
  await work.run(async () => {
    await work.enqueue('UPDATE thing SET value = 5 WHERE id = 1');
    await work.enqueue('UPDATE thing SET value = value * 2 WHERE id = 1');
    expect(await values()).toEqual([10, 0]);
    await work.enqueue('UPDATE thing SET value = value + 1 WHERE id = 1');
  });
  expect(await values()).toEqual([11, 0]);
  await work.enqueue('UPDATE thing SET value = 0');
  expect(await values()).toEqual([0, 0]);
});

test('throws a failed write at the commit or the next awaited statement, and rolls everything back', async () => {
  const twice = () => work.enqueue('INSERT INTO thing VALUES (1, 1)');
  const hook = jest.fn();
  const atCommit = work.run(async () => {
    work.afterCommit(hook);
    await add(2);
    await twice();
  });
  await expect(atCommit).rejects.toMatchObject({ code: '23505' });
  const atNext = work.run(async () => {
    await twice();
    await work.enqueue('UPDATE thing SET value = 9');
    await add(2);
  });
  await expect(atNext).rejects.toMatchObject({ code: '23505' });
  await expect(work.enqueue('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(hook).not.toHaveBeenCalled();
  expect(await values()).toEqual([0, 0]);
});

test('reports the error of the failed statement for later ones', async () => {
  const outcomes = await work.run(async () => {
    await work.enqueue('SAVEPOINT before');
    const first = await Promise.allSettled([work.rows('SELECT 1 / 0'), add(1)]);
    await work.enqueue('ROLLBACK TO SAVEPOINT before');
    const second = await Promise.allSettled([work.rows("SELECT 'a'::int"), add(1)]);
    await work.enqueue('ROLLBACK TO SAVEPOINT before');
    return [...first, ...second];
  });
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && sqlState(outcome.reason));
  expect(codes).toEqual(['22012', '22012', '22P02', '22P02']);
});

test('ignores work that outlives its transaction', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let late: Promise<unknown> = Promise.resolve();
  await work.run(async () => {
    await add(1);
    late = ended.then(() => add(2));
  });
  end();
  await expect(late).rejects.toThrow('after the end of its transaction');
  expect(await values()).toEqual([1, 0]);
});

test('sends nothing between the end and its response', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await expect(
    work.run(async () => {
      late = add(1).then(() => add(2));
      await Promise.reject(new Error('no'));
    }),
  ).rejects.toThrow('no');
  await expect(late).rejects.toThrow('after the end of its transaction');
  expect(await values()).toEqual([0, 0]);
});

test('joins the transaction by repositories of TypeORM', async () => {
  await expect(
    work.run(async () => {
      await work.manager.query('UPDATE thing SET value = 7');
      await work.manager.transaction((manager) => manager.query('UPDATE thing SET value = 8'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await values()).toEqual([0, 0]);
});

test('isolates two transactions side by side', async () => {
  await Promise.all([work.run(() => add(1)), work.run(() => add(2))]);
  expect(await values()).toEqual([1, 1]);
});

test('retries a deadlocked transaction, and commits both, 20 times', async () => {
  for (let round = 0; round < 20; round++) {
    let waiting = 2;
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (go = resolve));
    const crosswise = (first: number, second: number) =>
      work.run(async () => {
        await add(first);
        if (--waiting === 0) go();
        await both;
        // Every other round a statement without a waiting caller meets the deadlock.
        if (round % 2) await add(second);
        else await work.enqueue('UPDATE thing SET value = value + 1 WHERE id = $1', [second]);
      });
    await Promise.all([crosswise(1, 2), crosswise(2, 1)]);
  }
  expect(await values()).toEqual([40, 40]);
});
