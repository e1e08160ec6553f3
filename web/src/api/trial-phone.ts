import type { components } from './api.gen';
import { bodyOf, consoleApi } from './client';

export type TrialPhone = components['schemas']['TrialPhone'];
export type NewTrialPhone = components['schemas']['NewTrialPhone'];

/** Apart from the other requests: they are loaded with the page of phone numbers. */
export const trialPhone = {
  read: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/trial-phone', { signal })),
  setUp: () => bodyOf(consoleApi.POST('/console/api/trial-phone')),
  setAgent: (agent_id: string | null) =>
    bodyOf(consoleApi.PATCH('/console/api/trial-phone', { body: { agent_id } })),
  remove: () => bodyOf(consoleApi.DELETE('/console/api/trial-phone')),
  renewPassword: () => bodyOf(consoleApi.POST('/console/api/trial-phone/password')),
  ring: () => bodyOf(consoleApi.POST('/console/api/trial-phone/ring', { body: {} })),
};
