import { columnNames, guessColumns, hasHeadings } from './guess-columns';

describe('headings', () => {
  it.each([
    ['Phone', 'phone_number'],
    ['PHONE NUMBER', 'phone_number'],
    ['phone_number', 'phone_number'],
    ['Mobile No.', 'phone_number'],
    ['WhatsApp Number', 'phone_number'],
    ['Contact', 'phone_number'],
    ['फ़ोन', 'phone_number'],
    ['मोबाइल', 'phone_number'],
    ['Name', 'name'],
    ['Full name', 'name'],
    ['Student Name', 'name'],
    ['नाम', 'name'],
    ['E-Mail', 'email'],
    ['email', 'email'],
    ['Lead ID', 'external_id'],
    ['crm_id', 'external_id'],
    ['External id', 'external_id'],
    ['ID', 'external_id'],
    ['Course', 'variable:course'],
    ['fee amount', 'variable:fee_amount'],
    ['City', 'metadata'],
    ['constructor', 'metadata'],
    ['', 'metadata'],
  ])('give %j the use %s', (heading, use) =>
    expect(guessColumns([heading], ['course', 'fee_amount'], [''])).toEqual([use]),
  );

  it('give a use to the first that fits, and the others to metadata', () =>
    expect(guessColumns(['Mobile', 'Phone', 'Name', 'Full Name', 'name'], ['name'], [])).toEqual([
      'phone_number',
      'metadata',
      'name',
      'metadata',
      'variable:name',
    ]));

  it.each(['\u095eोन', 'फ\u093cोन'])('are compared in one form: %j', (heading) =>
    expect(guessColumns([heading], [], [''])).toEqual(['phone_number']),
  );

  it('may be signs alone, but not spaces', () =>
    expect([['%', 'Name'], [' '], [' 7 ', 'Name']].map(hasHeadings)).toEqual([true, false, false]));

  it('leave a column that has another use alone, whatever its values', () => {
    const values = ['9876540009', '9876540001'];
    expect(guessColumns(['id', 'Phone'], [], values)).toEqual(['external_id', 'phone_number']);
    expect(guessColumns(['id', 'x'], [], values)).toEqual(['external_id', 'phone_number']);
  });

  it.each([
    ['1234567', false],
    ['1-2-3-4-5-6-7', false],
    ['98765 40001', true],
    ['1234567890123456', false],
    ['id9876540001', false],
  ])('find a number without one: %j %s', (value, isPhone) =>
    expect(guessColumns(['x'], [], [value])).toEqual([isPhone ? 'phone_number' : 'metadata']),
  );

  it('give the numbers to the column that has them, of several with a fitting heading', () => {
    const headings = ['Contact', 'Mobile', 'Phone'];
    expect(guessColumns(headings, [], ['Rohan', '98765 40001', '9876540002'])).toEqual([
      'metadata',
      'phone_number',
      'metadata',
    ]);
    expect(guessColumns(headings, [], ['Rohan', '', 'none'])).toEqual([
      'phone_number',
      'metadata',
      'metadata',
    ]);
  });

  it('leave a column without a meaning to its first value that looks like a number', () => {
    expect(guessColumns(['A', 'B'], [], ['Rohan', '+91 98765 40001'])).toEqual(['metadata', 'phone_number']);
    expect(guessColumns(['A', 'B'], [], ['2026-11-21', 'x1234567890'])).toEqual(['phone_number', 'metadata']);
  });

  it.each<[boolean, string[]]>([
    [true, ['Phone', 'Name']],
    [true, ['Phone', '', 'Class 12']],
    [true, ['फ़ोन']],
    [false, ['9876540001', 'Rohan']],
    [false, ['Rohan', '+91 98765-40001']],
    [false, ['Rohan', '12']],
    [false, ['Rohan', '2026-11-21']],
    [false, ['', '']],
  ])('are recognized: %s, in %j', (isThere, cells) => expect(hasHeadings(cells)).toBe(isThere));

  it('name every column once', () => {
    expect(columnNames(['City', ' ', 'City', 'City'], 5)).toEqual([
      'City',
      'Column B',
      'City (2)',
      'City (3)',
      'Column E',
    ]);
    expect(columnNames(null, 28).slice(25)).toEqual(['Column Z', 'Column AA', 'Column AB']);
  });
});
