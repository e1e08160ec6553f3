import { CSV_BEGIN, csvLine } from './csv';

describe('a cell', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [12.5, '12.5'],
    [-3, '-3'],
    [true, 'true'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    // A spreadsheet that separates by semicolons splits the cell, also at its line breaks.
    ['a;=1+1', '"a;\'=1+1"'],
    ['a;"=1+1"', '"a;\'""=1+1"""'],
    ['a;\t=1+1', '"a;\'\t=1+1"'],
    ['a\n=1+1\r\n@x\r-2+3', "\"a\n'=1+1\r\n'@x\r'-2+3\""],
    ['=1;@x', '"\'=1;\'@x"'],
    ['a;-2;+919876540001;b-c', '"a;-2;+919876540001;b-c"'],
    ['a;= 1+1', '"a;\'= 1+1"'],
    ['a;- 2+3', '"a;\'- 2+3"'],
    ["a;- cmd|'/C x'!A1", `"a;'- cmd|'/C x'!A1"`],
    // Behind a space, and before a space and words alone, a sign is prose.
    ['call; - urgent (2)', '"call; - urgent (2)"'],
    ['call;- urgent, today.', '"call;- urgent, today."'],
    ['- urgent', "'- urgent"],
    ['{"note":"a;=1"}', '"{""note"":""a;\'=1""}"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' padded ', '" padded "'],
    ['नमस्ते', 'नमस्ते'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['-12', '-12'],
    ['-12.50', '-12.50'],
    ['+12', "'+12"],
    ['+919876540001', '+919876540001'],
    ['+919876540001;', `"'+919876540001;"`],
    ['1=1', '1=1'],
  ])('is written for %j as %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`));
});

it.each([{ note: 'call; - urgent' }, ['a;b', -1], { '=1': '@x', 'y;': '-z' }, 'a;\n=1'])(
  'quotes JSON %j unchanged',
  (json) => expect(csvLine([{ json }])).toBe(`"${JSON.stringify(json).replaceAll('"', '""')}"\r\n`),
);

test('rewrites JSON in which a spreadsheet would find a formula, with the same value', () => {
  const json = { note: 'a;=1+1;@x', 'k;-y': '\\;+z' };
  const line = csvLine([{ json }]);
  expect(line).not.toMatch(/;[=+\-@]/u);
  expect(JSON.parse(line.trim().slice(1, -1).replaceAll('""', '"'))).toEqual(json);
});

test('joins cells by commas, and begins a file with the mark of UTF-8', () => {
  expect(csvLine(['a', null, 3])).toBe('a,,3\r\n');
  expect(Buffer.from(CSV_BEGIN)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});
