import 'reflect-metadata';
import { ENGINE_IDS } from '../../src/agents/domain/voice-catalogue';
import * as names from '../../src/cli/known-names';
import { SCOPES } from '../../src/platform/http/scopes';

test('the names that options take are those of the catalogues', () => {
  expect([...names.ENGINES].sort()).toEqual([...ENGINE_IDS].sort());
  expect(names.SCOPES).toEqual(SCOPES);
});
