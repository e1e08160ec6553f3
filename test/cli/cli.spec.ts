import 'reflect-metadata';
import { Command } from 'commander';
import { changes } from '../../src/cli/account-change';
import * as values from '../../src/cli/values';

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
