import { bodyOf, consoleApi, v1 } from './client';
import type { paths } from './api.gen';
import { type CallFilters, filled, filterOf } from './call-filters';
import { keyed, one, page } from './options';
import type { BatchPreview, QueuedBatch, Settings } from './types';

/** Pages of 100 calls. The question before calls are canceled waits for the count. */
const MAX_COUNTED_PAGES = 10;

/** Every request, by page; the paths of the service are nowhere else. */
export const requests = {
  service: () => bodyOf(consoleApi.GET('/console/api/service')),
  setup: (body: Body<'/console/api/setup', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/setup', { body })),
  signIn: (email: string, password: string) =>
    bodyOf(consoleApi.POST('/console/api/sign-in', { body: { email, password } })),
  forgot: (email: string) => bodyOf(consoleApi.POST('/console/api/forgot', { body: { email } })),
  inspectLink: (token: string) => bodyOf(consoleApi.POST('/console/api/links/inspect', { body: { token } })),
  redeemLink: (token: string, password: string) =>
    bodyOf(consoleApi.POST('/console/api/links/redeem', { body: { token, password } })),

  session: (signal?: AbortSignal) => bodyOf(consoleApi.GET('/console/api/session', signal ? { signal } : {})),
  signOut: () => bodyOf(consoleApi.POST('/console/api/sign-out')),
  sessions: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/sessions', { signal })),
  endSession: (id: string) => bodyOf(consoleApi.DELETE('/console/api/sessions/{id}', one(id))),
  endOtherSessions: () => bodyOf(consoleApi.POST('/console/api/sessions/end-others')),
  confirm: (password: string) => bodyOf(consoleApi.POST('/console/api/confirm', { body: { password } })),
  changePassword: (current_password: string, new_password: string) =>
    bodyOf(consoleApi.PUT('/console/api/password', { body: { current_password, new_password } })),
  changeMe: (body: Body<'/console/api/me', 'patch'>) => bodyOf(consoleApi.PATCH('/console/api/me', { body })),

  home: (query: { from?: string; to?: string; agent_id?: string }, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/home', { params: { query: filled(query) }, signal })),
  instant: (local: string) =>
    bodyOf(consoleApi.GET('/console/api/instant', { params: { query: { local } } })),
  agents: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/agents', { signal })),
  agentResources: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/agent-resources', { signal })),
  voices: (signal: AbortSignal) => bodyOf(v1.GET('/v1/voices', { signal })),
  validateAgent: (body: Body<'/console/api/agents/validate', 'post'>, signal?: AbortSignal) =>
    bodyOf(consoleApi.POST('/console/api/agents/validate', { body, ...(signal && { signal }) })),
  createAgent: (body: Body<'/v1/agents', 'post'>, key: string) =>
    bodyOf(v1.POST('/v1/agents', { body, ...keyed(key) })),
  changeAgent: (id: string, body: Body<'/v1/agents/{id}', 'patch'>) =>
    bodyOf(v1.PATCH('/v1/agents/{id}', { ...one(id), body })),
  testTurn: (body: Body<'/console/api/test-conversations', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/test-conversations', { body })),
  testOutcome: (body: Body<'/console/api/test-conversations/outcome', 'post'>) =>
    bodyOf(consoleApi.POST('/console/api/test-conversations/outcome', { body })),
  turnOffAgent: (id: string) => bodyOf(v1.POST('/v1/agents/{id}/disable', one(id))),
  makeDefaultAgent: (agent_id: string) =>
    bodyOf(v1.PUT('/v1/settings/default-agent', { body: { agent_id } })),
  agent: (id: string, signal?: AbortSignal) => bodyOf(v1.GET('/v1/agents/{id}', one(id, signal))),

  calls: (filters: CallFilters, signal: AbortSignal) => {
    const query = { ...filterOf(filters), starting_after: filters.after };
    return bodyOf(consoleApi.GET('/console/api/calls', page(query, signal)));
  },
  /** Counts up to 1,000 calls. */
  countWaiting: async (filters: CallFilters): Promise<{ count: number; isMore: boolean }> => {
    let count = 0;
    let last: string | undefined;
    for (let pages = 0; pages < MAX_COUNTED_PAGES; pages++) {
      const after = filled({ starting_after: last });
      const query = { ...filterOf(filters), status: 'queued', limit: 100, ...after };
      const { data, has_more } = await bodyOf(consoleApi.GET('/console/api/calls', { params: { query } }));
      count += data.length;
      last = data.at(-1)?.id;
      if (!has_more) return { count, isMore: false };
    }
    return { count, isMore: true };
  },
  callsFile: (filters: CallFilters, account: string) => {
    const query = Object.entries({ ...filterOf(filters), account }).map(([name, value]) => [
      name,
      String(value),
    ]);
    return `/console/api/calls.csv?${new URLSearchParams(query).toString()}`;
  },
  /** The account is named: a large set needs several requests, and another account may be shown by then. */
  cancelCalls: (what: { ids: string[] } | { filter: CallFilters }, account: string) =>
    bodyOf(
      consoleApi.POST('/console/api/calls/cancel', {
        body: 'ids' in what ? what : { filter: filterOf(what.filter) },
        headers: { 'X-Account': account },
      }),
    ),
  queueCall: (body: Body<'/v1/calls', 'post'>, key: string) =>
    bodyOf(v1.POST('/v1/calls', { body, ...keyed(key) })),
  call: (id: string, signal?: AbortSignal) => bodyOf(v1.GET('/v1/calls/{id}', one(id, signal))),
  callContext: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/calls/{id}/context', one(id, signal))),
  humanCallContext: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/human-calls/{id}/context', one(id, signal))),
  timeline: (id: string, signal: AbortSignal) => bodyOf(v1.GET('/v1/calls/{id}/timeline', one(id, signal))),
  cancelCall: (id: string) => bodyOf(v1.POST('/v1/calls/{id}/cancel', one(id))),
  addToDoNotCall: (number: string) =>
    bodyOf(v1.PUT('/v1/do-not-call/{number}', { params: { path: { number } } })),
  removeFromDoNotCall: (number: string) =>
    bodyOf(v1.DELETE('/v1/do-not-call/{number}', { params: { path: { number } } })),
  doNotCall: (
    query: { phone_number: string | undefined; starting_after: string | undefined },
    signal: AbortSignal,
  ) => bodyOf(consoleApi.GET('/console/api/do-not-call', page(query, signal))),
  credits: (signal: AbortSignal) => bodyOf(v1.GET('/v1/credits', { signal })),
  creditTransactions: (starting_after: string | undefined, signal: AbortSignal) =>
    bodyOf(v1.GET('/v1/credits/transactions', page({ starting_after }, signal))),
  deliveriesOf: (call_id: string, signal: AbortSignal) =>
    bodyOf(v1.GET('/v1/webhook/deliveries', { params: { query: { call_id, limit: 100 } }, signal })),
  redeliver: (event_id: string) =>
    bodyOf(v1.POST('/v1/webhook/deliveries/{event_id}/redeliver', { params: { path: { event_id } } })),

  batches: (starting_after: string | undefined, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/batches', page({ starting_after }, signal))),
  batch: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/batches/{id}', one(id, signal))),
  uploads: (upload_key: string) =>
    bodyOf(consoleApi.GET('/console/api/batches', { params: { query: { upload_key } } })),
  /** A dry run; nothing is queued. */
  previewBatch: async (body: QueueBatch): Promise<BatchPreview> => {
    const answer = await bodyOf(
      consoleApi.POST('/console/api/batches', { body: { ...body, dry_run: true } }),
    );
    if (answer.object !== 'batch_preview') throw new Error('a dry run has no preview');
    return answer;
  },
  queueBatch: async (body: QueueBatch, key: string): Promise<QueuedBatch> => {
    return (await bodyOf(consoleApi.POST('/console/api/batches', { body, ...keyed(key) }))) as QueuedBatch;
  },
  estimate: (query: {
    agent_id: string;
    calls: number;
    test?: boolean;
    scheduled_for?: string;
    retry?: string;
  }) => bodyOf(consoleApi.GET('/console/api/estimate', { params: { query } })),
  notReached: (id: string, starting_after: string | undefined, signal: AbortSignal) =>
    bodyOf(
      consoleApi.GET('/console/api/batches/{id}/not-reached', {
        params: { path: { id }, query: filled({ starting_after }) },
        signal,
      }),
    ),
  cancelBatch: (id: string) => bodyOf(consoleApi.POST('/console/api/batches/{id}/cancel', one(id))),
  numberLines: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/numbers/lines', { signal })),
  numbers: (signal: AbortSignal) => bodyOf(v1.GET('/v1/numbers', { signal })),
  counsellors: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/counsellors', { signal })),
  addCounsellor: (body: Body<'/v1/counsellors', 'post'>, key: string) =>
    bodyOf(v1.POST('/v1/counsellors', { body, ...keyed(key) })),
  changeCounsellor: (id: string, body: Body<'/v1/counsellors/{id}', 'patch'>) =>
    bodyOf(v1.PATCH('/v1/counsellors/{id}', { ...one(id), body })),
  webhook: (signal: AbortSignal) => bodyOf(v1.GET('/v1/webhook', { signal })),
  setWebhook: (url: string) => bodyOf(v1.PUT('/v1/webhook', { body: { url } })),
  removeWebhook: () => bodyOf(v1.DELETE('/v1/webhook')),
  rotateSecret: (previous_valid_for_seconds: number) =>
    bodyOf(v1.POST('/v1/webhook/rotate-secret', { body: { previous_valid_for_seconds } })),
  testWebhook: () => bodyOf(v1.POST('/v1/webhook/test')),
  webhookStats: (since: string | undefined, signal?: AbortSignal) =>
    bodyOf(
      consoleApi.GET('/console/api/webhook-stats', {
        params: { query: filled({ since }) },
        ...(signal && { signal }),
      }),
    ),
  deliveries: (
    query: { readonly delivered?: boolean | undefined; readonly starting_after?: string | undefined },
    signal: AbortSignal,
  ) => bodyOf(consoleApi.GET('/console/api/deliveries', page(query, signal))),
  delivery: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/deliveries/{id}', one(id, signal))),
  redeliverFailed: (since: string) =>
    bodyOf(consoleApi.POST('/console/api/deliveries/redeliver-failed', { body: { since } })),
  keys: (starting_after: string | undefined, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/keys', page({ starting_after }, signal))),
  createKey: (body: Body<'/console/api/keys', 'post'>, key: string) =>
    bodyOf(consoleApi.POST('/console/api/keys', { body, ...keyed(key) })),
  revokeKey: (id: string) => bodyOf(consoleApi.POST('/console/api/keys/{id}/revoke', one(id))),

  settings: (signal: AbortSignal) => bodyOf(consoleApi.GET('/console/api/settings', { signal })),
  changeSettings: (body: Partial<Omit<Settings, 'object' | 'unlocked' | 'plan'>>) =>
    bodyOf(consoleApi.PATCH('/console/api/settings', { body })),
  members: (starting_after: string | undefined, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/members', page({ starting_after }, signal))),
  addMember: (body: Body<'/console/api/members', 'post'>, key: string) =>
    bodyOf(consoleApi.POST('/console/api/members', { body, ...keyed(key) })),
  changeMember: (id: string, body: Body<'/console/api/members/{id}', 'patch'>) =>
    bodyOf(consoleApi.PATCH('/console/api/members/{id}', { ...one(id), body })),
  /** A link to copy: no mail is sent. */
  memberLink: (id: string) =>
    bodyOf(consoleApi.POST('/console/api/members/{id}/link', { ...one(id), body: { send: false } })),
  auditLog: (
    query: { action?: string | undefined; starting_after?: string | undefined },
    signal: AbortSignal,
  ) => bodyOf(consoleApi.GET('/console/api/audit-log', page(query, signal))),
};

type QueueBatch = Body<'/console/api/batches', 'post'>;

/** The body of a request by its path and method. */
export type Body<P extends keyof paths, M extends string> = paths[P] extends {
  [K in M]: { requestBody?: { content: { 'application/json': infer B } } };
}
  ? B
  : never;
