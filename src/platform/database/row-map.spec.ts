import { EntitySchema } from 'typeorm';
import { RowMap } from './row-map';

interface Thing {
  readonly id: string;
  readonly ownerId: string;
  readonly at: Date | null;
  readonly left: string | null;
}

const map = new RowMap<Thing>(
  new EntitySchema<Thing>({
    name: 'Thing',
    tableName: 'things',
    columns: {
      id: { type: 'text', primary: true },
      ownerId: { type: 'text', name: 'owner_id' },
      at: { type: 'timestamptz', nullable: true },
      left: { type: 'text', nullable: true },
    },
  }),
);
const at = new Date('2026-11-20T10:00:00Z');
const thing = (more: Partial<Thing>): Thing => ({ id: 'a', ownerId: 'o', at, left: null, ...more });

/** As PostgreSQL puts them together. */
function rowsOf(things: readonly Thing[]) {
  const { base, rows } = map.together(things);
  const own = JSON.parse(rows) as object[];
  return {
    base: JSON.parse(base) as object,
    own,
    all: own.map((row) => ({ ...JSON.parse(base), ...row }) as object),
  };
}

test('sends a value once when all rows share it', () => {
  const { base, own } = rowsOf([thing({ id: 'a' }), thing({ id: 'b' })]);
  expect(base).toEqual({ owner_id: 'o', at: at.toISOString() });
  expect(own).toEqual([{ id: 'a' }, { id: 'b' }]);
});

test('preserves a null among values', () => {
  const { all } = rowsOf([thing({ left: 'x' }), thing({ id: 'b', at: null })]);
  expect(all).toEqual([
    { id: 'a', owner_id: 'o', at: at.toISOString(), left: 'x' },
    { id: 'b', owner_id: 'o', at: null, left: null },
  ]);
});

test('sends one row as common values, and accepts none', () => {
  expect(rowsOf([thing({})])).toMatchObject({ base: { id: 'a' }, own: [{}] });
  expect(rowsOf([]).own).toEqual([]);
});
