import 'reflect-metadata';
import { Command } from 'commander';
import { ENGINE_IDS } from '../../src/agents/domain/voice-catalogue';
import { changes } from '../../src/cli/account-change';
import * as names from '../../src/cli/known-names';
import * as values from '../../src/cli/values';

test('the names that options take are those of the catalogues', () => {
  expect([...names.ENGINES].sort()).toEqual([...ENGINE_IDS].sort());
});

test.each([
  ['all', null],
  ['in,ae', ['IN', 'AE']],
])('--countries %s', (text, expected) => {
  const command = new Command().option('--countries <codes>', '', values.countries);
  command.parse(['--countries', text], { from: 'user' });
  expect(changes(command.opts()).settings).toEqual({ countries: expected });
});
