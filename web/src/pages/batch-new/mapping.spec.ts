import type { ColumnUse } from '../../lib/upload/guess-columns';
import type { Sheet } from '../../lib/upload/sheet';
import { mappingOf, preparedOf } from './mapping';

const sheetOf = (...table: readonly (readonly string[])[]): Sheet => ({
  rows: table.map((cells, at) => ({ row: at + 1, cells })),
  columns: table[0]?.length ?? 0,
  above: 0,
  sheets: [''],
});
const FILE = sheetOf(
  ['Phone', 'Course', 'City'],
  ['9876543210', ' B.Com ', ''],
  ['9876543211', '', 'Pune'],
  ['9876543212', 'B.Sc', 'Agra'],
  ['9876543213', 'BA', 'Goa'],
  ['9876543214', 'MA', 'Delhi'],
);

const mapping = (
  sheet = FILE,
  {
    chosen = {},
    hasNames = true,
    variables = ['course'],
  }: Partial<{
    chosen: Readonly<Record<number, ColumnUse>>;
    hasNames: boolean;
    variables: readonly string[];
  }> = {},
) =>
  mappingOf(sheet, variables, {
    hasNames,
    chosen: new Map(Object.entries(chosen).map(([column, use]) => [Number(column), use])),
    country: 'IN',
  });

describe('the use of columns', () => {
  it('is guessed by their names', () => {
    expect(mapping()).toMatchObject({
      names: ['Phone', 'Course', 'City'],
      uses: ['phone_number', 'variable:course', 'metadata'],
      country: 'IN',
      problem: null,
    });
    expect(mapping().rows).toHaveLength(5);
  });

  it('shows the first three values of each', () =>
    expect(mapping().samples).toEqual([
      ['9876543210', '9876543211', '9876543212'],
      ['B.Com', 'B.Sc', 'BA'],
      ['Pune', 'Agra', 'Goa'],
    ]));

  it('is guessed by the first value where the first row has no names', () => {
    const found = mapping(sheetOf(['Asha', '9876543210'], ['Ravi', '9876543211']), { hasNames: false });
    expect(found).toMatchObject({
      names: ['Column A', 'Column B'],
      uses: ['metadata', 'phone_number'],
      problem: null,
    });
    expect(found.rows).toHaveLength(2);
  });

  it('is the chosen one, which no other column has by a guess', () =>
    expect(mapping(FILE, { chosen: { 2: 'variable:course' } }).uses).toEqual([
      'phone_number',
      'metadata',
      'variable:course',
    ]));

  it('may be metadata, or none, for several', () => {
    expect(mapping(FILE, { chosen: { 1: 'metadata' } })).toMatchObject({
      uses: ['phone_number', 'metadata', 'metadata'],
      problem: null,
    });
    expect(mapping(FILE, { chosen: { 1: 'skip', 2: 'skip' } }).problem).toBeNull();
  });

  it('is metadata for a variable that the agent does not have', () => {
    expect(mapping(FILE, { chosen: { 1: 'variable:fees' } }).uses[1]).toBe('metadata');
    expect(mapping(FILE, { chosen: { 1: 'skip' } }).uses[1]).toBe('skip');
  });

  it.each<[string, Readonly<Record<number, ColumnUse>>, string]>([
    ['no column has the number', { 0: 'skip' }, 'none'],
    ['two have it', { 2: 'phone_number', 0: 'phone_number' }, 'phone_number'],
    ['two have one variable', { 1: 'variable:course', 2: 'variable:course' }, 'variable:course'],
  ])('has a problem where %s', (_, chosen, problem) =>
    expect(mapping(FILE, { chosen }).problem).toBe(problem),
  );
});

describe('the rows to call', () => {
  it('are those with a number, each number once over the whole file', async () => {
    const numbers = Array.from({ length: 2_100 }, (_, at) => [String(9_000_000_000 + (at % 1_500)), 'x', '']);
    const sheet = sheetOf(['Phone', 'Course', 'City'], ['', 'BA', ''], ...numbers);
    const { rows, leftOut, total } = await preparedOf(mapping(sheet), '91');
    expect(total).toBe(2_101);
    expect(rows).toHaveLength(1_500);
    expect(rows[0]).toEqual({ at: 1, body: { phone_number: '+919000000000', variables: { course: 'x' } } });
    expect(leftOut).toHaveLength(601);
    expect(leftOut[0]).toEqual({ at: 0, why: 'empty' });
    expect(leftOut.at(-1)).toEqual({ at: 2_100, why: 'twice' });
  });
});
