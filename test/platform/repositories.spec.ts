import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { column, tableSchema } from '../../src/platform/database/table-schema';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { createDatabase, dropDatabase } from '../harness/app';

interface Thing {
  readonly id: string;
  readonly itsName: string;
}

const ThingSchema = tableSchema<Thing>('things', { id: column.id, itsName: column.text });

let url: string;
let dataSource: DataSource;
let work: UnitOfWork;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url, [ThingSchema])).initialize();
  work = new UnitOfWork(dataSource);
  await work.affected('CREATE TABLE things (id text PRIMARY KEY, its_name text NOT NULL UNIQUE)');
});
beforeEach(() => work.affected('TRUNCATE things'));
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

const stored = () => work.repository(ThingSchema).find({ order: { id: 'ASC' } });
const a = { id: 'a', itsName: 'first' };
const b = { id: 'b', itsName: 'second' };
const rename = (id: string, itsName: string) => work.update(ThingSchema, { id }, { itsName });

test('columns have the names of their properties, in snake case', async () => {
  await work.insert(ThingSchema, a);
  expect(await work.row('SELECT * FROM things')).toEqual({ id: 'a', its_name: 'first' });
  expect(await stored()).toEqual([a]);
});

test('a write joins the running transaction', async () => {
  await expect(
    work.run(async () => {
      await work.insert(ThingSchema, a);
      expect(await stored()).toEqual([a]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await stored()).toEqual([]);
});

test('a write outside a transaction has its own, and is noticed', async () => {
  const { result, hasWritten } = work.watchWrites(() =>
    work.write(ThingSchema, async (things) => {
      await things.insert({ ...a });
      throw new Error('no');
    }),
  );
  await expect(result).rejects.toThrow('no');
  expect(hasWritten()).toBe(true);
  expect(await stored()).toEqual([]);
});

test('of rows with the same unique value the first is inserted, of several at once one', async () => {
  expect(await work.insertIfUnique(ThingSchema, a)).toBe(true);
  expect(await work.insertIfUnique(ThingSchema, { id: 'b', itsName: 'first' })).toBe(false);
  const made = await Promise.all(
    ['c', 'd', 'e', 'f'].map((id) => work.insertIfUnique(ThingSchema, { id, itsName: 'second' })),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await stored()).toHaveLength(2);
});

test('an update to a value that another row has changes nothing, and its transaction goes on', async () => {
  await work.run(async () => {
    await work.insertIfUnique(ThingSchema, a);
    await work.insertIfUnique(ThingSchema, b);
    expect(await work.updateIfUnique(() => rename('b', 'first'))).toBe(false);
    expect(await work.updateIfUnique(() => rename('b', 'third'))).toBe(true);
  });
  expect(await stored()).toEqual([a, { id: 'b', itsName: 'third' }]);
});

test('another failure of an update is thrown', async () => {
  const update = work.run(() => work.updateIfUnique(() => work.affected('UPDATE things SET nothing = 1')));
  await expect(update).rejects.toThrow('column "nothing"');
});

test('a repository that fails because of an earlier statement throws the error of that statement', async () => {
  const failing = work.run(async () => {
    await work.enqueue('UPDATE things SET nothing = 1');
    await stored();
  });
  await expect(failing).rejects.toThrow('column "nothing"');
});
