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
    // A spreadsheet that separates by semicolons splits the cell.
    ['a;=1+1', '"a;\'=1+1"'],
    ['a; =1+1', '"a;\' =1+1"'],
    ['a;"=1+1"', '"a;\'""=1+1"""'],
    ['=1;@x', '"\'=1;\'@x"'],
    ['a;-2;+919876540001;b-c', '"a;-2;+919876540001;b-c"'],
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
    ['\r=1', '"\'\r=1"'],
    ['-12', '-12'],
    ['-12.50', '-12.50'],
    ['+12', "'+12"],
    ['+919876540001', '+919876540001'],
    ['+919876540001;', `"'+919876540001;"`],
    ['1=1', '1=1'],
  ])('%j is written %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });
});

test('a line has its cells between commas; a file begins with the mark of UTF-8', () => {
  expect(csvLine(['a', null, 3])).toBe('a,,3\r\n');
  expect(Buffer.from(CSV_BEGIN)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});
