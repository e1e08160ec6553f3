import type { components } from './api.gen';
import { bodyOf, consoleApi, v1 } from './client';
import type { Body } from './requests';

type Schemas = components['schemas'];

/** `kind` may be one that this console does not know. */
export type Tool = Omit<Schemas['Tool'], 'kind'> & { readonly kind: string };
export type ToolInvocation = Schemas['ToolInvocation'];
export type ListedTool = NonNullable<Tool['tools']>[number];

export type Refresh = Awaited<ReturnType<typeof toolRequests.refresh>>['refresh'];

const one = (id: string) => ({ path: { id } });

/** Every request about tools. */
export const toolRequests = {
  list: (signal: AbortSignal) => bodyOf(v1.GET('/v1/tools', { signal })),
  read: (id: string, signal?: AbortSignal): Promise<Tool> =>
    bodyOf(v1.GET('/v1/tools/{id}', { params: one(id), ...(signal && { signal }) })),
  create: (body: object, idempotencyKey: string) =>
    bodyOf(
      v1.POST('/v1/tools', {
        body: body as Body<'/v1/tools', 'post'>,
        params: { header: { 'Idempotency-Key': idempotencyKey } },
      }),
    ),
  change: (id: string, body: object): Promise<Tool> =>
    bodyOf(v1.PATCH('/v1/tools/{id}', { params: one(id), body: body })),
  remove: (id: string) => bodyOf(v1.DELETE('/v1/tools/{id}', { params: one(id) })),
  rotate: (id: string, previous_valid_for_seconds: number) =>
    bodyOf(
      v1.POST('/v1/tools/{id}/rotate-secret', { params: one(id), body: { previous_valid_for_seconds } }),
    ),
  try: (id: string, body: Body<'/v1/tools/{id}/try', 'post'>): Promise<ToolInvocation> =>
    bodyOf(v1.POST('/v1/tools/{id}/try', { params: one(id), body })),
  refresh: (id: string) => bodyOf(v1.POST('/v1/tools/{id}/refresh', { params: one(id) })),
  ofCall: (id: string, signal: AbortSignal) =>
    bodyOf(v1.GET('/v1/calls/{id}/tools', { params: one(id), signal })),
};

export type AgentTest = Schemas['AgentTests']['tests'][number];
type AgentTestRun = Schemas['AgentTestRun'];
export type TestResult = AgentTestRun['results'][number];

/** Requests about tests of agents. */
export const testRequests = {
  read: (agentId: string, signal?: AbortSignal) =>
    bodyOf(v1.GET('/v1/agents/{id}/tests', { params: one(agentId), ...(signal && { signal }) })),
  store: (agentId: string, tests: AgentTest[]) =>
    bodyOf(v1.PUT('/v1/agents/{id}/tests', { params: one(agentId), body: { tests } })),
  run: (body: Body<'/console/api/agents/tests/run', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/agents/tests/run', { body })),
};
