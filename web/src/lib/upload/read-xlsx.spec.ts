import { strToU8, zipSync } from 'fflate';
import { readRows } from './read-rows';
import { FileProblem, UPLOAD_LIMITS } from './sheet';
import { excelRows, workbook } from './workbook.testing';

const cellsOf = async (bytes: Uint8Array, sheet = 1) =>
  (await readRows('leads.xlsx', bytes, sheet)).rows.map(({ row, cells }) => [row, ...cells]);
const problemOf = async (bytes: Uint8Array, name = 'leads.xlsx') => {
  const problem: unknown = await readRows(name, bytes).catch((error: unknown) => error);
  return problem instanceof FileProblem ? problem.code : problem;
};

/** Cells of one row, of which the first is given as XML. */
const one = (cell: string, more: Partial<Parameters<typeof workbook>[0]> = {}) =>
  workbook({ sheets: { Sheet1: `<row r="1">${cell}</row>` }, ...more });

const DATES = {
  numFmts: [
    [164, 'General'],
    [165, 'yyyy\\-mm\\-dd'],
    [166, 'dd/mm/yyyy hh:mm'],
    [167, '#,##0.00'],
    [168, '[$-409]d\\-mmm\\-yy;@'],
    [169, '0.00&quot;days&quot;'],
  ],
  styles: [0, 14, 165, 166, 22, 167, 20, 168, 169, 49, 1],
} as const;

describe('a cell', () => {
  const cases: [what: string, bytes: Uint8Array, text: string | undefined][] = [
    ['a shared string of Excel', one('<c r="A1" t="s"><v>0</v></c>', { strings: ['<t>Rohan</t>'] }), 'Rohan'],
    [
      'rich text of Excel',
      one('<c r="A1" t="s"><v>0</v></c>', {
        strings: [
          '<r><rPr><b/></rPr><t>Rohan</t></r><r><t xml:space="preserve"> Sharma</t></r><phoneticPr fontId="1"/>',
        ],
      }),
      'Rohan Sharma',
    ],
    [
      'text with readings for East Asia',
      one('<c r="A1" t="s"><v>0</v></c>', {
        strings: ['<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>'],
      }),
      '東京',
    ],
    [
      'entities and Devanagari',
      one('<c r="A1" t="s"><v>0</v></c>', { strings: ['<t>प्रिया &amp; &lt;b&gt; &#x928;</t>'] }),
      'प्रिया & <b> न',
    ],
    ['an inline string of openpyxl', one('<c r="A1" t="inlineStr"><is><t>Rohan</t></is></c>'), 'Rohan'],
    [
      'a number as text, with its 0',
      one('<c r="A1" t="inlineStr"><is><t>09876540001</t></is></c>'),
      '09876540001',
    ],
    ['a phone number as Excel stores it', one('<c r="A1"><v>919876540001</v></c>'), '919876540001'],
    [
      'a phone number as LibreOffice does',
      one('<c r="A1" s="0" t="n"><v>919876540001</v></c>'),
      '919876540001',
    ],
    ['a phone number as Google Sheets does', one('<c r="A1"><v>9.19876540001E11</v></c>'), '919876540001'],
    [
      'a phone number shown as 9.2E+11',
      one('<c r="A1" s="10"><v>919876540001</v></c>', DATES),
      '919876540001',
    ],
    [
      'a long number without exponent',
      one('<c r="A1"><v>1.2345678901234567E+19</v></c>'),
      '12345678901234567000',
    ],
    ['a float that is whole', one('<c r="A1"><v>9876540001.0</v></c>'), '9876540001'],
    ['a float', one('<c r="A1"><v>0.30000000000000004</v></c>'), '0.3'],
    ['a price', one('<c r="A1" s="5"><v>1500.5</v></c>', DATES), '1500.5'],
    ['a negative number', one('<c r="A1"><v>-12</v></c>'), '-12'],
    ['a day in the format of the system', one('<c r="A1" s="1"><v>46347</v></c>', DATES), '2026-11-21'],
    ['a day in a format of LibreOffice', one('<c r="A1" s="2" t="n"><v>46347</v></c>', DATES), '2026-11-21'],
    ['a day with its month in words', one('<c r="A1" s="7"><v>46347</v></c>', DATES), '2026-11-21'],
    ['a day with a time', one('<c r="A1" s="3"><v>46347.585474537</v></c>', DATES), '2026-11-21 14:03:05'],
    ['a number with the word days', one('<c r="A1" s="8"><v>46347</v></c>', DATES), '46347'],
    [
      'a day of a Mac of old',
      one('<c r="A1" s="1"><v>44885</v></c>', { ...DATES, workbookPr: '<workbookPr date1904="1"/>' }),
      '2026-11-21',
    ],
    ['a day as ISO', one('<c r="A1" t="d"><v>2026-11-21T00:00:00</v></c>'), '2026-11-21'],
    ['a day as ISO in UTC', one('<c t="d" r="A1"><v>2026-11-21T00:00:00.000Z</v></c>'), '2026-11-21'],
    ['a truth', one('<c r="A1" t="b"><v>1</v></c>'), 'TRUE'],
    ['a formula, by its stored text', one('<c r="A1" t="str"><f>CONCAT("a","b")</f><v>ab</v></c>'), 'ab'],
    [
      'a formula, by its stored number',
      one('<c r="A1"><f>9876540000+1</f><v>9876540001</v></c>'),
      '9876540001',
    ],
    ['an escaped control character', one('<c r="A1" t="inlineStr"><is><t>a_x000D_b</t></is></c>'), 'a\rb'],
    ['two lines', one('<c r="A1" t="inlineStr"><is><t>a\nb</t></is></c>'), 'a\nb'],
    [
      'a name with a prefix for all tags, of the Open XML SDK',
      workbook({
        prefix: 'x',
        sheets: { Sheet1: '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>' },
        strings: ['<x:t>Rohan</x:t>'],
      }),
      'Rohan',
    ],
    ['a workbook with paths from the root', one('<c r="A1"><v>7</v></c>', { isAbsolute: true }), '7'],
    ['a workbook without compression', one('<c r="A1"><v>7</v></c>', { level: 0 }), '7'],
  ];
  it.each(cases)('%s', async (_, bytes, text) => {
    expect(await cellsOf(bytes)).toEqual([[1, text]]);
  });

  it('that failed, or is empty, is empty', async () => {
    const row = '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B1" s="0"/><c r="C1"><v>1</v></c>';
    expect(await cellsOf(workbook({ sheets: { S: `<row r="1">${row}</row>` } }))).toEqual([[1, '', '', '1']]);
  });
});

describe('rows', () => {
  it("are dropped when empty, without a change of the others' numbers; so are columns to the right", async () => {
    const { rows, strings } = excelRows([
      ['Phone', 'Name', null, null],
      [],
      [9876540001, 'Rohan', null, ' '],
      [' ', null],
      [9876540002, 'Priya', null, null],
    ]);
    const bytes = workbook({ sheets: { Leads: rows }, strings });
    expect(await cellsOf(bytes)).toEqual([
      [1, 'Phone', 'Name'],
      [3, '9876540001', 'Rohan'],
      [5, '9876540002', 'Priya'],
    ]);
  });

  it('omitted by the program count, too', async () => {
    const row = (at: number) => `<row r="${at}"><c r="B${at}"><v>${at}</v></c></row>`;
    expect(await cellsOf(workbook({ sheets: { S: row(2) + row(7) } }))).toEqual([
      [2, '', '2'],
      [7, '', '7'],
    ]);
  });

  it('below merged headings have their own columns', async () => {
    const heading =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Contact</t></is></c><c r="B1"/><c r="C1"/></row>';
    const row = '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row>';
    const afterRows = '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>';
    expect(await cellsOf(workbook({ sheets: { S: heading + row }, afterRows }))).toEqual([
      [1, 'Contact', '', ''],
      [2, '1', '2', '3'],
    ]);
  });

  it('are of the first sheet, or of the requested one', async () => {
    const sheets = Object.fromEntries(
      ['June', 'July &amp; August', '&#69;mpt&#x79; &none;&#x110000;'].map((name, at) => [
        name,
        at === 2 ? '' : `<row r="1"><c r="A1"><v>${at}</v></c></row>`,
      ]),
    );
    const bytes = workbook({ sheets });
    expect((await readRows('x.XLSX', bytes)).sheets).toEqual([
      'June',
      'July & August',
      'Empty &none;&#x110000;',
    ]);
    expect([await cellsOf(bytes), await cellsOf(bytes, 2)]).toEqual([[[1, '0']], [[1, '1']]]);
    await expect(readRows('x.xlsx', bytes, 3)).rejects.toMatchObject({ code: 'empty' });
  });
});

it('offers the other sheets where one is a chart or broken', async () => {
  const sheets = { Chart: '', Leads: '<row r="1"><c r="A1"><v>7</v></c></row>', Broken: '<row' };
  const bytes = workbook({ sheets, charts: ['Chart'] });
  const names = Object.keys(sheets);
  await expect(readRows('x.xlsx', bytes)).rejects.toMatchObject({ code: 'sheet', sheets: names });
  expect(await cellsOf(bytes, 2)).toEqual([[1, '7']]);
  await expect(readRows('x.xlsx', bytes, 3)).rejects.toMatchObject({ code: 'sheet', sheets: names });
});

describe('a file that is not accepted', () => {
  it.each([
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'leads.xlsx', 'protected'],
    ['a picture by the name', strToU8('\u0089PNG'), 'leads.xlsx', 'broken'],
    ['a zip of something else', zipSync({ 'a.txt': strToU8('a') }), 'leads.xlsx', 'broken'],
    ['an xls', strToU8('a'), 'leads.xls', 'kind'],
    ['a PDF', strToU8('a'), 'leads.pdf', 'kind'],
    ['a name without an end', strToU8('a'), 'leads', 'kind'],
    ['a workbook that is called CSV', workbook({ sheets: { S: '' } }), 'leads.csv', 'kind'],
    ['nothing', new Uint8Array(), 'leads.xlsx', 'empty'],
    ['an empty sheet', workbook({ sheets: { S: '' } }), 'leads.xlsx', 'empty'],
    ['too many bytes', new Uint8Array(UPLOAD_LIMITS.bytes + 1), 'leads.csv', 'size'],
    ['a cut off workbook', workbook({ sheets: { S: '' } }).slice(0, 200), 'leads.xlsx', 'broken'],
  ])('%s', async (_, bytes, name, code) => {
    expect(await problemOf(bytes, name)).toBe(code);
  });

  it('claims to have more than 300 MiB', async () => {
    const bytes = workbook({ sheets: { S: '' } });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 28 < bytes.length; at++) {
      // The size in an entry of the zip's directory.
      if (view.getUint32(at) === 0x504b0102) view.setUint32(at + 24, 301 * 1_024 ** 2, true);
    }
    expect(await problemOf(bytes)).toBe('size');
  });

  it('has too many rows or columns', async () => {
    const row = (at: number) => `<row r="${at}"><c r="A${at}"><v>1</v></c></row>`;
    const many = Array.from({ length: 10_002 }, (_, at) => row(at + 1)).join('');
    expect(await problemOf(workbook({ sheets: { S: many } }))).toBe('rows');
    const far = '<row r="1"><c r="CW1"><v>1</v></c></row>';
    expect(await problemOf(workbook({ sheets: { S: far } }))).toBe('columns');
  });
});

test('10,000 rows of 10 columns are read in time', async () => {
  const cells = (at: number): (string | number)[] => [
    919876500000 + at,
    `Contact ${at}`,
    ...Array.from({ length: 8 }, (_, column) => `text ${((at + 1) * (column + 7) * 7919) % 999983}`),
  ];
  const { rows, strings } = excelRows(Array.from({ length: 10_000 }, (_, at) => cells(at)));
  const bytes = workbook({ sheets: { S: rows }, strings });
  expect(bytes.length).toBeGreaterThan(512 * 1_024);
  const began = performance.now();
  const sheet = await readRows('leads.xlsx', bytes);
  expect(sheet.rows).toHaveLength(10_000);
  // The figure is a second in a browser; a busy machine takes longer.
  expect(performance.now() - began).toBeLessThan(6_000);
});

test('a workbook of tags without an end is broken in linear time', async () => {
  const bytes = zipSync({ 'xl/workbook.xml': strToU8('<sheet '.repeat(40_000)) });
  const began = performance.now();
  expect(await problemOf(bytes)).toBe('broken');
  expect(performance.now() - began).toBeLessThan(2_000);
});
