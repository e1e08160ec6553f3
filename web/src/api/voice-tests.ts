import type { components } from './api.gen';
import { bodyOf, consoleApi } from './client';
import { one, page } from './options';
import type { Body } from './requests';

export type VoiceTest = components['schemas']['VoiceTest'];
export type StartedVoiceTest = components['schemas']['StartedVoiceTest'];
export type StartVoiceTest = Body<'/console/api/voice-tests', 'post'>;

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
