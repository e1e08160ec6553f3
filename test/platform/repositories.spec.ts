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

test('names columns as properties, in snake case', async () => {
  await work.insert(ThingSchema, a);
  expect(await work.row('SELECT * FROM things')).toEqual({ id: 'a', its_name: 'first' });
  expect(await stored()).toEqual([a]);
});

test('joins the running transaction', async () => {
  await expect(
    work.run(async () => {
      await work.insert(ThingSchema, a);
      expect(await stored()).toEqual([a]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await stored()).toEqual([]);
});

test('writes in its own transaction outside of one, and notes the write', async () => {
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

test('inserts the first of rows with one unique value', async () => {
  expect(await work.insertIfUnique(ThingSchema, a)).toBe(true);
  expect(await work.insertIfUnique(ThingSchema, { id: 'b', itsName: 'first' })).toBe(false);
  const made = await Promise.all(
    ['c', 'd', 'e', 'f'].map((id) => work.insertIfUnique(ThingSchema, { id, itsName: 'second' })),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await stored()).toHaveLength(2);
});

test("changes nothing by an update to another row's value, and continues the transaction", async () => {
  await work.run(async () => {
    await work.insertIfUnique(ThingSchema, a);
    await work.insertIfUnique(ThingSchema, b);
    expect(await work.updateIfUnique(() => rename('b', 'first'))).toBe(false);
    expect(await work.updateIfUnique(() => rename('b', 'third'))).toBe(true);
  });
  expect(await stored()).toEqual([a, { id: 'b', itsName: 'third' }]);
});

test('throws another failure of an update', async () => {
  const update = work.run(() => work.updateIfUnique(() => work.affected('UPDATE things SET nothing = 1')));
  await expect(update).rejects.toThrow('column "nothing"');
});

test('throws the error of the earlier statement that made it fail', async () => {
  const failing = work.run(async () => {
    await work.enqueue('UPDATE things SET nothing = 1');
    await stored();
  });
  await expect(failing).rejects.toThrow('column "nothing"');
});
