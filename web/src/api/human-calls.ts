import { bodyOf, consoleApi, v1 } from './client';
import { keyed, one, page } from './options';
import type { components } from './api.gen';

export type HumanCall = components['schemas']['HumanCall'];
type NewHumanCall = components['schemas']['QueueHumanCallRequest'];
type Disposition = components['schemas']['DispositionRequest'];

/** Rows have transcripts, so a page has few of them. */
const ROWS = 25;

export const allHumanCalls = {
  list: (after: string | undefined, signal: AbortSignal) =>
    bodyOf(v1.GET('/v1/human-calls', page({ starting_after: after }, signal, ROWS))),
  read: (id: string, signal?: AbortSignal) => bodyOf(v1.GET('/v1/human-calls/{id}', one(id, signal))),
  start: (body: NewHumanCall, key: string) => bodyOf(v1.POST('/v1/human-calls', { body, ...keyed(key) })),
  cancel: (id: string) => bodyOf(v1.POST('/v1/human-calls/{id}/cancel', one(id))),
  dispose: (id: string, body: Disposition) =>
    bodyOf(v1.PUT('/v1/human-calls/{id}/disposition', { ...one(id), body })),
};

export const ownHumanCalls: typeof allHumanCalls = {
  list: (after, signal) =>
    bodyOf(consoleApi.GET('/console/api/my-calls', page({ starting_after: after }, signal, ROWS))),
  read: (id, signal) => bodyOf(consoleApi.GET('/console/api/my-calls/{id}', one(id, signal))),
  start: (body, key) => bodyOf(consoleApi.POST('/console/api/my-calls', { body, ...keyed(key) })),
  cancel: (id) => bodyOf(consoleApi.POST('/console/api/my-calls/{id}/cancel', one(id))),
  dispose: (id, body) =>
    bodyOf(consoleApi.PUT('/console/api/my-calls/{id}/disposition', { ...one(id), body })),
};
