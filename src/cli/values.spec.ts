import { Command } from 'commander';
import { changes } from './account-change';
import * as values from './values';

type Case = [reader: (text: string) => unknown, text: string, value: unknown];

const count = values.wholeNumber('--n', 1, 20);
const hours = values.seconds('--hours', 3_600, 1, 7_200);
const gap = values.seconds('--gap', 60, 0, 600);
const credits = values.amount('--credits', { zero: true });
const topUp = values.amount('--amount', { zero: false });
const trunks = values.ids('--trunks', 2);
const fields = values.names('--unlock', ['retry', 'timezone']);
const causes = values.someOf('--retry-on', ['busy', 'no_answer']);
const waits = values.wholeNumbers('--retry-wait', 2, 1_440);
const scopes = values.scopes(['calls:read', 'calls:write']);

test.each<Case>([
  [values.text('--name'), '  Asha ', 'Asha'],
  [values.text('--name'), '😀'.repeat(120), '😀'.repeat(120)],
  [count, '1', 1],
  [count, '20', 20],
  [hours, '0.5', 1_800],
  [hours, '2', 7_200],
  [gap, '0', 0],
  [gap, '0.25', 15],
  [credits, '0', 0n],
  [values.callingHours, '22:00-02:00', { from: 1_320, to: 120 }],
  [values.callingHours, '00:00-24:00', { from: 0, to: 1_440 }],
  [values.callingHours, 'always', 'always'],
  [values.day('--expires'), '2028-02-29', '2028-02-29'],
  [scopes, 'all', ['calls:read', 'calls:write']],
  [scopes, 'calls:write, calls:read,calls:write', ['calls:write', 'calls:read']],
  [values.phone, '+91 98765-40001', '+919876540001'],
  [values.listedNumber, '+4930123456', '+4930123456'],
  [values.listedNumber, ' +12345678 ', '+12345678'],
  [fields, 'none', []],
  [fields, 'timezone,retry,timezone', ['timezone', 'retry']],
  [causes, 'busy', ['busy']],
  [trunks, 'none', []],
  [trunks, 'trunk_a, trunk_b,trunk_a', ['trunk_a', 'trunk_b']],
  [values.yesNo('--recording'), 'yes', true],
  [values.yesNo('--recording'), 'no', false],
  [values.email('--email'), ' a@example.com ', 'a@example.com'],
  [waits, '60, 60', [60, 60]],
  [waits, '0,1440', [0, 1_440]],
])('reads case %#', (reader, text, value) => expect(reader(text)).toEqual(value));

test.each<Case>([
  [values.text('--name'), ' ', '--name " " must be a text of 1 to 120 characters'],
  [values.text('--name'), 'x'.repeat(121), 'must be a text of 1 to 120 characters'],
  [values.text('--name'), 'a\nb', 'without control characters'],
  [count, '0', '--n "0" must be a whole number from 1 to 20.'],
  [count, '21', 'must be a whole number from 1 to 20.'],
  [count, '1.0', 'must be a whole number'],
  [count, '', 'must be a whole number'],
  [hours, '0', '--hours "0" must be a number above 0 and at most 2; fractions are allowed.'],
  [hours, '2.1', 'at most 2'],
  [hours, '1e0', 'must be a number'],
  [gap, '11', 'must be a number from 0 to 10'],
  [gap, '-1', 'must be a number from 0 to 10'],
  [credits, '-1', 'an amount of 0 or more'],
  [topUp, '0', 'an amount above 0'],
  [topUp, 'x', 'with at most 14 digits'],
  [values.timeZone, 'Asia/Nowhere', 'must be a time zone'],
  [values.callingHours, '09:00-09:00', 'must be two different times'],
  [values.callingHours, '09:00-24:01', 'must be two different times'],
  [values.callingHours, '24:00-09:00', 'must be two different times'],
  [values.day('--expires'), '2027-02-29', 'must be a day'],
  [scopes, ',', 'must be all, or some of'],
  [scopes, 'calls:read,admin', 'must be all, or some of'],
  [values.phone, '12', '--phone "12"'],
  [values.listedNumber, '12', '--phone "12"'],
  [values.ownNumber, '918045678900', 'must be + and 6 to 15 digits'],
  [fields, ',', 'must be none, or some of'],
  [fields, 'retry,other', 'must be none, or some of'],
  [causes, 'none', 'must be some of busy,no_answer'],
  [trunks, ' ', 'must be 1 to 2 ids'],
  [trunks, 'a,b,c', 'must be 1 to 2 ids'],
  [values.yesNo('--recording'), 'true', 'must be one of yes, no'],
  [values.email('--email'), 'a', '--email "a"'],
  [waits, '1,2,3', 'must be 1 to 2 whole numbers from 0 to 1440'],
  [waits, '1441', 'must be 1 to 2 whole numbers'],
  [waits, '1,', 'must be 1 to 2 whole numbers'],
  [values.labels, Array.from({ length: 51 }, (_, at) => `l${at}`).join(), 'must be at most 50 labels'],
  [values.labels, 'x'.repeat(65), 'must be at most 50 labels'],
])('refuses case %#', (reader, text, message) => expect(() => reader(text)).toThrow(message as string));

test.each([
  ['all', null],
  ['in,ae', ['IN', 'AE']],
  ['IN, in,AE,', ['IN', 'AE']],
])('parses --countries %s', (text, expected) => {
  const command = new Command().option('--countries <codes>', '', values.countries);
  command.parse(['--countries', text], { from: 'user' });
  expect(changes(command.opts()).settings).toEqual({ countries: expected });
});

test('reads each label of --dispositions once', () => {
  expect(values.labels('Won,Lost, Won')).toEqual(['Won', 'Lost']);
});

const rate = values.rate(['google', 'local']);

test.each(['google=1=2', 'google=1=', 'google', 'google=', 'google=-1', 'google=1.00001', 'acapela=1'])(
  'rejects --rate %s',
  (text) => expect(() => rate(text)).toThrow(`--rate "${text}" must be ENGINE=CREDITS`),
);

test('accepts --rate several times', () => {
  expect(rate('local=1.25', rate('google=7'))).toEqual({ google: 70_000n, local: 12_500n });
});

test('names the bounds that a rejected option has broken', () => {
  expect(() => values.callingHours('09:00-09:00')).toThrow('two different times such as 09:00-21:00');
  const amount = values.amount('--amount', { zero: false });
  expect(() => amount('1'.repeat(15))).toThrow('above 0 with at most 14 digits and 4 decimal places');
});
