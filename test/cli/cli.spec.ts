import 'reflect-metadata';
import { ENGINE_IDS } from '../../src/agents/domain/voice-catalogue';
import * as names from '../../src/cli/known-names';
import { SCOPES } from '../../src/platform/http/scopes';
import { Carriers } from '../../src/telephony';
import { TestApp } from '../harness/app';

test('the names that options take are those of the catalogues', async () => {
  const service = await TestApp.start();
  try {
    expect([...names.CARRIERS].sort()).toEqual(service.app.get(Carriers, { strict: false }).names().sort());
  } finally {
    await service.stop();
  }
  expect([...names.ENGINES].sort()).toEqual([...ENGINE_IDS].sort());
  expect(names.SCOPES).toEqual(SCOPES);
});
