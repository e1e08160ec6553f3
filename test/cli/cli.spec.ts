import 'reflect-metadata';
import { Command } from 'commander';
import { changes } from '../../src/cli/account-change';
import * as values from '../../src/cli/values';

test.each([
  ['all', null],
  ['in,ae', ['IN', 'AE']],
])('--countries %s', (text, expected) => {
  const command = new Command().option('--countries <codes>', '', values.countries);
  command.parse(['--countries', text], { from: 'user' });
  expect(changes(command.opts()).settings).toEqual({ countries: expected });
});
