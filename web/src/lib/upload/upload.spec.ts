import { createHash } from 'node:crypto';
import { countriesOf, defaultCountry } from './calling-codes';
import { cleanNumber } from './clean-number';
import { mapRows, withoutDuplicates } from './map-rows';
import { PACK_LIMITS, packName, packRows } from './pack-rows';
import { sha256 } from './sha256';
import { writeCsv } from './write-csv';

describe('a number', () => {
  it.each([
    ['+919876540001', '+919876540001'],
    ['+91 98765-40001', '+919876540001'],
    ['(+91) 98765 40001', '+919876540001'],
    ['+91 (0) 98765 40001', '+919876540001'],
    ['0091 98765 40001', '+919876540001'],
    ['9876540001', '+919876540001'],
    ['98765.40001', '+919876540001'],
    ['09876540001', '+919876540001'],
    ['919876540001', '+919876540001'],
    ['091 98765 40001', '+919876540001'],
    ["'+919876540001", '+919876540001'],
    ["'9876540001", '+919876540001'],
    ['\u202a+91 98765 40001\u202c', '+919876540001'],
    ['98765\u00a040001', '+919876540001'],
    ['9876540001.0', '+919876540001'],
    ['9.19876540001E+11', '+919876540001'],
    ['9,19876540001E+11', '+919876540001'],
    // Ten digits that begin as the country's code are a number of the country.
    ['9187654321', '+919187654321'],
    ['+971501234567', '+971501234567'],
    ['abc', 'abc'],
    ['9876540001 / 9876540002', '9876540001/9876540002'],
    ['9876540001, 9876540002', '9876540001,9876540002'],
  ])('is sent for %j as %s', (text, number) => expect(cleanNumber(text, '91')).toEqual({ number }));

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['-', 'empty'],
    ["'", 'empty'],
    ['9.19877E+11', 'shortened'],
    ['9,2E+11', 'shortened'],
    ['9E11', 'shortened'],
  ])('is rejected for %j: %s', (text, problem) => expect(cleanNumber(text, '91')).toEqual({ problem }));

  it('belongs without + to the chosen country', () => {
    expect(cleanNumber('(415) 555-0134', '1')).toEqual({ number: '+14155550134' });
    expect(cleanNumber('14155550134', '1')).toEqual({ number: '+14155550134' });
    expect(cleanNumber('020 7946 0018', '44')).toEqual({ number: '+442079460018' });
  });

  it('belongs to the only country of the account, else to India', () => {
    expect(defaultCountry(countriesOf(['AE']))).toEqual({ code: 'AE', callingCode: '971' });
    expect(defaultCountry(countriesOf(['971']))).toEqual({ code: '971', callingCode: '971' });
    expect(defaultCountry(countriesOf(['AE', 'US']))).toEqual({ code: 'IN', callingCode: '91' });
    expect(defaultCountry(countriesOf(null)).code).toBe('IN');
    expect(countriesOf(null).length).toBeGreaterThan(200);
  });
});

describe('rows', () => {
  const mapping = {
    uses: ['phone_number', 'name', 'variable:course', 'metadata', 'skip', 'email', 'external_id'] as const,
    names: ['Phone', 'Name', 'Course', 'City', 'Secret', 'E-mail', 'Id'],
    callingCode: '91',
  };
  const row = (...cells: string[]) => ({ row: 0, cells });

  it('have the mapped and filled fields, and no others', () => {
    const { rows } = mapRows(
      [
        row('9876540001', ' Rohan ', 'B.Com', 'Pune', 'x', 'a@b.c', 'lead-1'),
        row('9876540002', '', '', ' ', 'x', '', ''),
      ],
      mapping,
    );
    expect(rows.map(({ body }) => body)).toEqual([
      {
        phone_number: '+919876540001',
        contact: { name: 'Rohan', email: 'a@b.c', external_id: 'lead-1' },
        variables: { course: 'B.Com' },
        metadata: { City: 'Pune' },
      },
      { phone_number: '+919876540002' },
    ]);
  });

  it('are skipped for their number alone; of equal ones the first stays, however it is written', () => {
    const mapped = mapRows(
      [row('9876540001'), row(''), row('+91 98765 40001'), row('9.9E+11'), row('nonsense'), row('nonsense')],
      mapping,
    );
    const { rows, leftOut } = withoutDuplicates(mapped.rows);
    expect(rows.map(({ at }) => at)).toEqual([0, 4]);
    expect(mapped.leftOut).toEqual([
      { at: 1, why: 'empty' },
      { at: 3, why: 'shortened' },
    ]);
    expect(leftOut).toEqual([
      { at: 2, why: 'twice' },
      { at: 5, why: 'twice' },
    ]);
  });

  it('accept a heading such as __proto__ as text', () => {
    const { rows } = mapRows([row('9876540001', 'x')], {
      ...mapping,
      uses: ['phone_number', 'metadata'],
      names: ['', '__proto__'],
    });
    expect(JSON.stringify(rows[0]?.body)).toBe(
      '{"phone_number":"+919876540001","metadata":{"__proto__":"x"}}',
    );
  });
});

describe('packs', () => {
  const same = (value: unknown) => value;

  it('have at most 1,000 rows', () => {
    const packs = packRows(
      Array.from({ length: 2_001 }, (_, at) => at),
      same,
    );
    expect(packs.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
    expect(packs.flat()).toHaveLength(2_001);
    expect(packRows([], same)).toEqual([]);
  });

  it('have at most 512 KiB of UTF-8, and a row that is larger goes alone', () => {
    const packs = packRows(['न'.repeat(60_000), 'न'.repeat(60_000), 'न'.repeat(200_000), 'x', 'y'], same);
    expect(packs.map((pack) => pack.map(({ length }) => length))).toEqual([
      [60_000, 60_000],
      [200_000],
      [1, 1],
    ]);
    expect(packRows(['x'.repeat(PACK_LIMITS.bytes), 'y'], same).map(({ length }) => length)).toEqual([1, 1]);
    for (const pack of packRows(Array<string>(900).fill('x'.repeat(5_000)), same))
      expect(JSON.stringify(pack).length).toBeLessThanOrEqual(PACK_LIMITS.bytes);
  });

  it('are numbered when there are several, within the limit of a name', () => {
    expect(packName('June', 1, 1)).toBe('June');
    expect([packName(' June ', 1, 1), packName(' ', 2, 5)]).toEqual(['June', '']);
    expect(packName('June', 2, 5)).toBe('June (2 of 5)');
    expect(packName('x'.repeat(120), 2, 5)).toBe(`${'x'.repeat(111)} (2 of 5)`);
    expect(Array.from(packName('🙂'.repeat(120), 10, 12))).toHaveLength(120);
  });
});

test.each([
  '',
  'abc',
  'न'.repeat(100),
  'a'.repeat(55),
  'a'.repeat(56),
  'a'.repeat(63),
  'a'.repeat(64),
  'x'.repeat(10_001),
])('hashes text %# as others do', (text) =>
  expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex')),
);

test('hashes megabytes in linear time', () => {
  const began = performance.now();
  sha256('x'.repeat(4_000_000));
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('exports a table as CSV without formulas', () => {
  const cells = ['=1+1', '+919876540001', '-5', '+5', '@x', '\tx', 'a,b', 'say "hi"', 'two\nlines', 'न', ''];
  expect(writeCsv([cells, ['row']])).toBe(
    `\uFEFF'=1+1,+919876540001,-5,'+5,'@x,'\tx,"a,b","say ""hi""","two\nlines",न,\r\nrow\r\n`,
  );
});

test.each([
  ['a;b', 'a;b'],
  ['a;=1+1', "a;'=1+1"],
  ['a;"@x', 'a;\'""@x'],
  ['a\n=1', "a\n'=1"],
  ['a;- 2+3', "a;'- 2+3"],
  ['a; - urgent (2);- urgent, today.', 'a; - urgent (2);- urgent, today.'],
  ['+919876540001;-5', "'+919876540001;-5"],
])('marks what a spreadsheet that separates by semicolons would treat as a formula: %j', (cell, text) =>
  expect(writeCsv([[cell]])).toBe(`\uFEFF"${text}"\r\n`),
);
