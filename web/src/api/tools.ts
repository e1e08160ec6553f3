import type { components } from './api.gen';
import { bodyOf, consoleApi, v1 } from './client';
import { keyed, one } from './options';
import type { Body } from './requests';

type Schemas = components['schemas'];

/** `kind` may be one that this console does not know. */
export type Tool = Omit<Schemas['Tool'], 'kind'> & { readonly kind: string };
export type ToolInvocation = Schemas['ToolInvocation'];
export type ListedTool = NonNullable<Tool['tools']>[number];

export type Refresh = Awaited<ReturnType<typeof toolRequests.refresh>>['refresh'];

/** Every request about tools. */
export const toolRequests = {
  list: (signal: AbortSignal) => bodyOf(v1.GET('/v1/tools', { signal })),
  read: (id: string, signal?: AbortSignal): Promise<Tool> =>
    bodyOf(v1.GET('/v1/tools/{id}', one(id, signal))),
  create: (body: object, key: string) =>
    bodyOf(v1.POST('/v1/tools', { body: body as Body<'/v1/tools', 'post'>, ...keyed(key) })),
  change: (id: string, body: object): Promise<Tool> =>
    bodyOf(v1.PATCH('/v1/tools/{id}', { ...one(id), body })),
  remove: (id: string) => bodyOf(v1.DELETE('/v1/tools/{id}', one(id))),
  rotate: (id: string, previous_valid_for_seconds: number) =>
    bodyOf(v1.POST('/v1/tools/{id}/rotate-secret', { ...one(id), body: { previous_valid_for_seconds } })),
  try: (id: string, body: Body<'/v1/tools/{id}/try', 'post'>): Promise<ToolInvocation> =>
    bodyOf(v1.POST('/v1/tools/{id}/try', { ...one(id), body })),
  refresh: (id: string) => bodyOf(v1.POST('/v1/tools/{id}/refresh', one(id))),
  ofCall: (id: string, signal: AbortSignal) => bodyOf(v1.GET('/v1/calls/{id}/tools', one(id, signal))),
};

export type AgentTest = Schemas['AgentTests']['tests'][number];
type AgentTestRun = Schemas['AgentTestRun'];
export type TestResult = AgentTestRun['results'][number];

/** Requests about tests of agents. */
export const testRequests = {
  read: (agentId: string, signal?: AbortSignal) =>
    bodyOf(v1.GET('/v1/agents/{id}/tests', one(agentId, signal))),
  store: (agentId: string, tests: AgentTest[]) =>
    bodyOf(v1.PUT('/v1/agents/{id}/tests', { ...one(agentId), body: { tests } })),
  run: (body: Body<'/console/api/agents/tests/run', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/agents/tests/run', { body })),
};
