import { filled } from './call-filters';
import { bodyOf, consoleApi } from './client';
import { one } from './options';
import type { Body } from './requests';

/** What Home compares, what a person keeps, and saves and voices of agents. */
export const ownRequests = {
  insights: (query: { from?: string; to?: string; agent_id?: string }, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/insights', { params: { query: filled(query) }, signal })),
  preferences: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/preferences', { signal })),
  hideGetStarted: () =>
    bodyOf(consoleApi.PATCH('/console/api/preferences', { body: { get_started_hidden: true } })),
  saveView: (body: Body<'/console/api/saved-views', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/saved-views', { body })),
  removeView: (id: string) => bodyOf(consoleApi.DELETE('/console/api/saved-views/{id}', one(id))),
  agentVersions: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/agents/{id}/versions', one(id, signal))),
  agentVersion: (id: string, saved_at: string, signal: AbortSignal) =>
    bodyOf(
      consoleApi.GET('/console/api/agents/{id}/versions/{saved_at}', {
        params: { path: { id, saved_at } },
        signal,
      }),
    ),
  voiceSample: (body: Body<'/console/api/voice-samples', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/voice-samples', { body })),
  /** The newest attempt of an event. */
  deliveryOf: async (event_id: string) => {
    const query = { event_id, limit: 1 };
    const { data } = await bodyOf(consoleApi.GET('/console/api/deliveries', { params: { query } }));
    const [newest] = data;
    if (!newest) return null;
    return bodyOf(consoleApi.GET('/console/api/deliveries/{id}', { params: { path: { id: newest.id } } }));
  },
};
