import { sheetOf } from './sheet';

const CONTACT = ['1', 'Rohan', '98765 40001'];
const NAMES = ['Sr No', 'Name', 'Mobile'];
const table = (...rows: readonly (readonly string[])[]) => {
  const { rows: found, above } = sheetOf(rows, ['']);
  return { above, rows: found.map(({ row }) => row) };
};

describe('lines above a table', () => {
  it('are left out, and the table keeps its row numbers', () => {
    expect(table(['Leads of November', '', ''], NAMES, CONTACT)).toEqual({ above: 1, rows: [2, 3] });
    expect(table(['Leads'], [], ['', 'Sunrise College'], NAMES, CONTACT)).toEqual({ above: 2, rows: [4, 5] });
    expect(table(['Leads'], ['Mobile'], ['98765 40001'])).toEqual({ above: 1, rows: [2, 3] });
    expect(table([' ', 'Leads'], NAMES, CONTACT)).toEqual({ above: 1, rows: [2, 3] });
  });

  it.each([
    ['a table without names', [['98765 40001'], CONTACT]],
    ['a title above contacts without names', [['Leads'], CONTACT]],
    ['a single column', [['Leads'], ['98765 40001']]],
    ['a column with a name above columns without one', [['Mobile'], ['', 'Rohan', 'Pune'], CONTACT]],
    ['lines alone', [['Leads'], ['Sunrise College']]],
    ['two unknown names above', [['Ref', 'Place'], NAMES, CONTACT]],
    ['a number above', [['98765 40001'], NAMES, CONTACT]],
  ])('are none in %s', (_, rows) =>
    expect(table(...rows)).toEqual({ above: 0, rows: rows.map((_row, at) => at + 1) }),
  );
});
