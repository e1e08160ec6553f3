import { readRows } from './read-rows';
import { FileProblem } from './sheet';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const cellsOf = async (bytes: Uint8Array, name = 'leads.csv') =>
  (await readRows(name, bytes)).rows.map(({ cells }) => cells);

const TABLE = [
  ['Phone', 'Name', 'Course'],
  ['+919876540001', 'Rohan', 'B.Com'],
  ['+919876540002', 'प्रिया', ''],
];

describe('the same table', () =>
  it.each<[string, string, Uint8Array]>([
    [
      'Excel, "CSV UTF-8"',
      'leads.csv',
      utf8('\uFEFFPhone,Name,Course\r\n+919876540001,Rohan,B.Com\r\n+919876540002,प्रिया,\r\n'),
    ],
    [
      'Excel in Germany',
      'leads.csv',
      utf8('\uFEFFPhone;Name;Course\r\n+919876540001;Rohan;B.Com\r\n+919876540002;प्रिया;\r\n'),
    ],
    [
      'Excel, "Unicode text"',
      'leads.txt',
      utf16('Phone\tName\tCourse\r\n+919876540001\tRohan\tB.Com\r\n+919876540002\tप्रिया\t\r\n'),
    ],
    [
      'UTF-16 of big-endian machines',
      'leads.csv',
      utf16('Phone,Name,Course\n+919876540001,Rohan,B.Com\n+919876540002,प्रिया,\n', true),
    ],
    [
      'LibreOffice with all texts in quotes',
      'leads.csv',
      utf8('"Phone","Name","Course"\n"+919876540001","Rohan","B.Com"\n"+919876540002","प्रिया",""\n'),
    ],
    [
      'Google Sheets, CSV',
      'leads.csv',
      utf8('Phone,Name,Course\r\n+919876540001,Rohan,B.Com\r\n+919876540002,प्रिया,'),
    ],
    [
      'Google Sheets, TSV',
      'leads.tsv',
      utf8('Phone\tName\tCourse\r\n+919876540001\tRohan\tB.Com\r\n+919876540002\tप्रिया\t'),
    ],
    [
      'a Mac of old',
      'leads.csv',
      utf8('Phone,Name,Course\r+919876540001,Rohan,B.Com\r+919876540002,प्रिया,\r'),
    ],
    [
      'lines that end in two ways',
      'leads.csv',
      utf8('Phone,Name,Course\r\n+919876540001,Rohan,B.Com\n+919876540002,प्रिया,\r\n'),
    ],
    [
      'Excel, with its separator told',
      'leads.csv',
      utf8('sep=;\r\nPhone;Name;Course\r\n+919876540001;Rohan;B.Com\r\n+919876540002;प्रिया;\r\n'),
    ],
    [
      'cells pasted from a spreadsheet',
      'pasted.txt',
      utf8('Phone\tName\tCourse\n+919876540001\tRohan\tB.Com\n+919876540002\tप्रिया\t'),
    ],
    [
      'empty columns to the right',
      'leads.csv',
      utf8('Phone,Name,Course,,\n+919876540001,Rohan,B.Com,,\n+919876540002,प्रिया,, ,\n'),
    ],
    [
      'empty rows at the end',
      'leads.csv',
      utf8('Phone,Name,Course\n+919876540001,Rohan,B.Com\n+919876540002,प्रिया,\n,,\n\n'),
    ],
    [
      'an upper-case end of its name',
      'LEADS.CSV',
      utf8('Phone,Name,Course\n+919876540001,Rohan,B.Com\n+919876540002,प्रिया,\n'),
    ],
  ])('of %s', async (_, name, bytes) => {
    expect(await cellsOf(bytes, name)).toEqual(TABLE);
  }));

describe('a cell', () =>
  it.each<[string, string, string[][]]>([
    [
      'a separator in quotes',
      'a,b\n"Sharma, Rohan",1\n',
      [
        ['a', 'b'],
        ['Sharma, Rohan', '1'],
      ],
    ],
    [
      'a quote in quotes',
      'a,b\n"the ""best""",1\n',
      [
        ['a', 'b'],
        ['the "best"', '1'],
      ],
    ],
    [
      'a line end in quotes',
      'a,b\r\n"two\r\nlines",1\r\n',
      [
        ['a', 'b'],
        ['two\nlines', '1'],
      ],
    ],
    [
      'semicolons and commas for decimals',
      'a;b\n1,5;2,5\n3,5;4,5\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
    ],
    [
      'commas inside one column',
      'Phone;Address\n1;"Pune, MH, India"\n2;"Delhi, India"\n',
      [
        ['Phone', 'Address'],
        ['1', 'Pune, MH, India'],
        ['2', 'Delhi, India'],
      ],
    ],
    ['one column', 'Phone\n9876540001\n9876540002\n', [['Phone'], ['9876540001'], ['9876540002']]],
    [
      'spaces around',
      'a, b\n x ,y\n',
      [
        ['a', ' b'],
        [' x ', 'y'],
      ],
    ],
    [
      'rows of unlike length',
      'a,b,c\n1\n1,2,3\n1,2\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['1', '2', '3'],
        ['1', '2', ''],
      ],
    ],
    [
      'a quote that does not end',
      'a,b\n"1,2\n3,4\n',
      [
        ['a', 'b'],
        ['1,2\n3,4\n', ''],
      ],
    ],
    [
      'a quote in the middle',
      'a,b\n5" pipe,1\n',
      [
        ['a', 'b'],
        ['5" pipe', '1'],
      ],
    ],
  ])('with %s', async (_, text, cells) => {
    expect(await cellsOf(utf8(text))).toEqual(cells);
  }));

test('separates as the first line names it, whatever is more frequent', async () =>
  expect(await cellsOf(utf8('sep=;\na,b;c,d\n1,2;3,4'))).toEqual([
    ['a,b', 'c,d'],
    ['1,2', '3,4'],
  ]));

test('numbers rows as in the file', async () => {
  const numbers = async (text: string) => (await readRows('a.csv', utf8(text))).rows.map(({ row }) => row);
  expect(await numbers('\na,b\n,\n1,2\n\n3,4')).toEqual([2, 4, 6]);
  expect(await numbers('sep=,\na,b\n1,2')).toEqual([1, 2]);
  expect(await numbers('a,b\n"x\ny",2\n3,4')).toEqual([1, 2, 3]);
});

describe('a text that is not accepted', () => {
  it.each([
    ['Windows-1252', new Uint8Array([0x4e, 0x61, 0x6d, 0xe9, 0x0a]), 'not-utf8'],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from('Phone,Name', 'utf16le')), 'not-utf8'],
    ['a cut off UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0xd8]), 'not-utf8'],
    ['nothing but separators', utf8(',,,\n , ,\n'), 'empty'],
    ['too many rows', utf8('1\n'.repeat(10_001)), 'rows'],
    ['too many columns', utf8(`${'1,'.repeat(100)}1\n`), 'columns'],
  ])('%s', async (_, bytes, code) => {
    const problem: unknown = await readRows('a.csv', bytes).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(FileProblem);
    expect(problem).toMatchObject({ code });
  });

  it('has 10,000 rows besides its headings', async () => {
    const rows = (count: number) => utf8(`phone\n${'1\n'.repeat(count)}`);
    expect((await readRows('a.csv', rows(10_000))).rows).toHaveLength(10_001);
    await expect(readRows('a.csv', rows(10_001))).rejects.toMatchObject({ code: 'rows', count: 10_001 });
  });
});

test('reads any text in linear time', async () => {
  const began = performance.now();
  for (const text of [
    '"'.repeat(1_000_000),
    '","'.repeat(400_000),
    `a\n${'"'.repeat(999_999)}`,
    ';'.repeat(1_000_000),
  ])
    await readRows('a.csv', utf8(text)).catch(() => undefined);
  expect(performance.now() - began).toBeLessThan(8_000);
});
