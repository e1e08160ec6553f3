import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { RowMap, type StoredRow } from '../../src/platform/database/row-map';
import { column, nullable, tableSchema } from '../../src/platform/database/table-schema';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { createDatabase, dropDatabase } from '../harness/app';

interface Thing {
  readonly id: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly at: Date | null;
  readonly price: string | null;
  readonly data: unknown;
  readonly more: unknown;
  readonly tags: readonly string[];
}

const rows = new RowMap<Thing>(
  tableSchema<Thing>('things', {
    id: column.id,
    count: column.integer,
    isOn: column.boolean,
    at: nullable(column.instant),
    price: nullable(column.credits),
    data: nullable(column.json),
    more: nullable(column.jsonb),
    tags: { ...column.text, array: true },
  }),
);

const things: readonly Thing[] = [
  {
    id: 'प्रिया "\\" \u2028 😀',
    count: -7,
    isOn: true,
    at: new Date('2026-11-27T18:30:00.007Z'),
    price: '99999999999999.9999',
    data: { b: 1, a: ['x', null, { '': '\u0001' }] },
    more: { n: 0.1 },
    tags: ['one', 'two, three', '{}'],
  },
  {
    id: '',
    count: 2_147_483_647,
    isOn: false,
    at: new Date('1970-01-01T00:00:00Z'),
    price: '6.0000',
    data: '2026-11-27T18:30:00Z',
    more: null,
    tags: [],
  },
  { id: 'nothing', count: 0, isOn: false, at: null, price: null, data: null, more: null, tags: [] },
];

let url: string;
let dataSource: DataSource;
let work: UnitOfWork;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url, [])).initialize();
  work = new UnitOfWork(dataSource);
  await work.affected(
    `CREATE TABLE things (id text PRIMARY KEY, count integer, is_on boolean, at timestamptz(3), price numeric(18, 4),
       data json, more jsonb, tags text[])`,
  );
  await work.affected('INSERT INTO things SELECT * FROM json_populate_recordset(NULL::things, $1)', [
    rows.json(things),
  ]);
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
  'reads rows as they were written, in %s',
  async (zone) => {
    await work.run(async () => {
      await work.affected(`SET LOCAL TimeZone = '${zone}'`);
      const found = await work.rows<StoredRow>(`SELECT ${rows.select('t')} FROM things t FOR UPDATE OF t`);
      expect(found.map((row) => rows.state(row))).toEqual(things);
    });
  },
);
