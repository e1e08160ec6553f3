import type { components, paths } from './api.gen';
import { bodyOf, consoleApi } from './client';
import { one, page } from './options';

export type VoiceTest = components['schemas']['VoiceTest'];
export type StartedVoiceTest = components['schemas']['StartedVoiceTest'];
export type StartVoiceTest =
  paths['/console/api/voice-tests']['post']['requestBody']['content']['application/json'];

/** Another account of the same login. */
const inAccount = (account: string | undefined) =>
  account === undefined ? {} : { headers: { 'X-Account': account } };

/** Apart from the other requests: they are loaded when somebody talks. */
export const voiceTests = {
  start: (body: StartVoiceTest) => bodyOf(consoleApi.POST('/console/api/voice-tests', { body })),
  list: (agent_id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/voice-tests', page({ agent_id }, signal, 10))),
  read: (id: string, signal?: AbortSignal, account?: string) =>
    bodyOf(consoleApi.GET('/console/api/voice-tests/{id}', { ...one(id, signal), ...inAccount(account) })),
  hangUp: (id: string, account?: string) =>
    bodyOf(consoleApi.POST('/console/api/voice-tests/{id}/hang-up', { ...one(id), ...inAccount(account) })),
  delete: (id: string) => bodyOf(consoleApi.DELETE('/console/api/voice-tests/{id}', one(id))),
};

export const voiceTestQuestion = (id: string) => ({
  key: ['voice-test', id],
  load: (signal: AbortSignal) => voiceTests.read(id, signal),
});
