import 'reflect-metadata';
import { ENGINE_IDS } from '../../src/agents/domain/voice-catalogue';
import { UNLOCKABLE_SETTINGS } from '../../src/accounts/domain/account';
import * as names from '../../src/cli/known-names';
import { SCOPES } from '../../src/platform/http/scopes';
import { TRUNK_KIND_NAMES } from '../../src/telephony';

test('the names that options take are those of the catalogues', () => {
  expect([...names.ENGINES].sort()).toEqual([...ENGINE_IDS].sort());
  expect(names.UNLOCKABLE_SETTINGS).toEqual(UNLOCKABLE_SETTINGS);
  expect(names.SCOPES).toEqual(SCOPES);
  expect(names.TRUNK_KINDS).toEqual(TRUNK_KIND_NAMES);
});
