import { bodyOf, consoleApi, v1 } from './client';
import type { components } from './api.gen';

export type HumanCall = components['schemas']['HumanCall'];
type NewHumanCall = components['schemas']['QueueHumanCallRequest'];
type Disposition = components['schemas']['DispositionRequest'];

/** Rows have transcripts, so a page has few of them. */
const ROWS = 25;
const page = (starting_after: string | undefined) => ({
  query: { limit: ROWS, ...(starting_after !== undefined && { starting_after }) },
});
const one = (id: string) => ({ path: { id } });
const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });
const by = (signal?: AbortSignal) => (signal ? { signal } : {});

export const allHumanCalls = {
  list: (after: string | undefined, signal: AbortSignal) =>
    bodyOf(v1.GET('/v1/human-calls', { params: page(after), signal })),
  read: (id: string, signal?: AbortSignal) =>
    bodyOf(v1.GET('/v1/human-calls/{id}', { params: one(id), ...by(signal) })),
  start: (body: NewHumanCall, key: string) =>
    bodyOf(v1.POST('/v1/human-calls', { body, params: keyed(key) })),
  cancel: (id: string) => bodyOf(v1.POST('/v1/human-calls/{id}/cancel', { params: one(id) })),
  dispose: (id: string, body: Disposition) =>
    bodyOf(v1.PUT('/v1/human-calls/{id}/disposition', { params: one(id), body })),
};

export const ownHumanCalls: typeof allHumanCalls = {
  list: (after, signal) => bodyOf(consoleApi.GET('/console/api/my-calls', { params: page(after), signal })),
  read: (id, signal) =>
    bodyOf(consoleApi.GET('/console/api/my-calls/{id}', { params: one(id), ...by(signal) })),
  start: (body, key) => bodyOf(consoleApi.POST('/console/api/my-calls', { body, params: keyed(key) })),
  cancel: (id) => bodyOf(consoleApi.POST('/console/api/my-calls/{id}/cancel', { params: one(id) })),
  dispose: (id, body) =>
    bodyOf(consoleApi.PUT('/console/api/my-calls/{id}/disposition', { params: one(id), body })),
};
