import type { components, paths } from './api.gen';
import { bodyOf, consoleApi } from './client';

export type VoiceTest = components['schemas']['VoiceTest'];
export type StartedVoiceTest = components['schemas']['StartedVoiceTest'];
export type StartVoiceTest =
  paths['/console/api/voice-tests']['post']['requestBody']['content']['application/json'];

/** Apart from the other requests: they are loaded when somebody talks. */
export const voiceTests = {
  start: (body: StartVoiceTest) => bodyOf(consoleApi.POST('/console/api/voice-tests', { body })),
  list: (agent_id: string, signal: AbortSignal) =>
    bodyOf(
      consoleApi.GET('/console/api/voice-tests', { params: { query: { agent_id, limit: 10 } }, signal }),
    ),
  read: (id: string, signal?: AbortSignal) =>
    bodyOf(
      consoleApi.GET('/console/api/voice-tests/{id}', {
        params: { path: { id } },
        ...(signal && { signal }),
      }),
    ),
  hangUp: (id: string) =>
    bodyOf(consoleApi.POST('/console/api/voice-tests/{id}/hang-up', { params: { path: { id } } })),
  delete: (id: string) =>
    bodyOf(consoleApi.DELETE('/console/api/voice-tests/{id}', { params: { path: { id } } })),
};
