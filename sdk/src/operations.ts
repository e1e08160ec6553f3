import type { operations } from './schema.gen.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Operation {
  /** RESOURCE.VERB of the client. */
  readonly as: `${string}.${string}`;
  readonly request: `${HttpMethod} /${string}`;
  /** The argument after the path's values. */
  readonly takes?: 'body' | 'query';
  /** The field of an item that `starting_after` takes, or `whole`: the list has no pages. */
  readonly list?: 'id' | 'phone_number' | 'whole';
  /** A POST that is sent again: it honours Idempotency-Key, or its second request changes nothing. */
  readonly again?: 'with_key' | 'harmless';
  /** The response shows a secret once, so a request whose response was lost is not repeated. */
  readonly showsSecret?: true;
  /** Probes report the moment: they are never repeated. */
  readonly isProbe?: true;
  /** json when left out. */
  readonly returns?: 'text' | 'bytes';
}

/** Every operation of the OpenAPI document, and its method. */
export const OPERATIONS = {
  listAgents: { as: 'agents.list', request: 'GET /v1/agents', list: 'whole' },
  createAgent: { as: 'agents.create', request: 'POST /v1/agents', takes: 'body', again: 'with_key' },
  getAgent: { as: 'agents.get', request: 'GET /v1/agents/{id}' },
  changeAgent: { as: 'agents.update', request: 'PATCH /v1/agents/{id}', takes: 'body' },
  disableAgent: { as: 'agents.disable', request: 'POST /v1/agents/{id}/disable', again: 'harmless' },
  getAgentTests: { as: 'agents.tests', request: 'GET /v1/agents/{id}/tests' },
  storeAgentTests: { as: 'agents.setTests', request: 'PUT /v1/agents/{id}/tests', takes: 'body' },
  runAgentTests: { as: 'agents.runTests', request: 'POST /v1/agents/{id}/tests/run', takes: 'body' },

  listTools: { as: 'tools.list', request: 'GET /v1/tools', list: 'whole' },
  createTool: {
    as: 'tools.create',
    request: 'POST /v1/tools',
    takes: 'body',
    again: 'with_key',
    showsSecret: true,
  },
  getTool: { as: 'tools.get', request: 'GET /v1/tools/{id}' },
  changeTool: { as: 'tools.update', request: 'PATCH /v1/tools/{id}', takes: 'body' },
  deleteTool: { as: 'tools.delete', request: 'DELETE /v1/tools/{id}' },
  rotateToolSecret: { as: 'tools.rotateSecret', request: 'POST /v1/tools/{id}/rotate-secret', takes: 'body' },
  refreshTool: { as: 'tools.refresh', request: 'POST /v1/tools/{id}/refresh' },
  tryTool: { as: 'tools.try', request: 'POST /v1/tools/{id}/try', takes: 'body' },

  queueCall: { as: 'calls.create', request: 'POST /v1/calls', takes: 'body', again: 'with_key' },
  listCalls: { as: 'calls.list', request: 'GET /v1/calls', takes: 'query', list: 'id' },
  getCall: { as: 'calls.get', request: 'GET /v1/calls/{id}' },
  getCallTimeline: { as: 'calls.timeline', request: 'GET /v1/calls/{id}/timeline', list: 'whole' },
  listCallTools: { as: 'calls.tools', request: 'GET /v1/calls/{id}/tools', list: 'whole' },
  cancelCall: { as: 'calls.cancel', request: 'POST /v1/calls/{id}/cancel' },

  queueBatch: { as: 'batches.create', request: 'POST /v1/batches', takes: 'body', again: 'with_key' },
  listBatches: { as: 'batches.list', request: 'GET /v1/batches', takes: 'query', list: 'id' },
  getBatch: { as: 'batches.get', request: 'GET /v1/batches/{id}' },
  cancelBatch: { as: 'batches.cancel', request: 'POST /v1/batches/{id}/cancel' },

  queueHumanCall: {
    as: 'humanCalls.create',
    request: 'POST /v1/human-calls',
    takes: 'body',
    again: 'with_key',
  },
  listHumanCalls: { as: 'humanCalls.list', request: 'GET /v1/human-calls', takes: 'query', list: 'id' },
  getHumanCall: { as: 'humanCalls.get', request: 'GET /v1/human-calls/{id}' },
  cancelHumanCall: { as: 'humanCalls.cancel', request: 'POST /v1/human-calls/{id}/cancel' },
  setHumanCallDisposition: {
    as: 'humanCalls.setDisposition',
    request: 'PUT /v1/human-calls/{id}/disposition',
    takes: 'body',
  },

  addCounsellor: {
    as: 'counsellors.create',
    request: 'POST /v1/counsellors',
    takes: 'body',
    again: 'with_key',
  },
  listCounsellors: { as: 'counsellors.list', request: 'GET /v1/counsellors', list: 'whole' },
  getCounsellor: { as: 'counsellors.get', request: 'GET /v1/counsellors/{id}' },
  changeCounsellor: { as: 'counsellors.update', request: 'PATCH /v1/counsellors/{id}', takes: 'body' },
  removeCounsellor: { as: 'counsellors.delete', request: 'DELETE /v1/counsellors/{id}' },

  getCredits: { as: 'credits.get', request: 'GET /v1/credits' },
  listCreditTransactions: {
    as: 'credits.transactions',
    request: 'GET /v1/credits/transactions',
    takes: 'query',
    list: 'id',
  },

  listDoNotCall: {
    as: 'doNotCall.list',
    request: 'GET /v1/do-not-call',
    takes: 'query',
    list: 'phone_number',
  },
  addDoNotCall: { as: 'doNotCall.add', request: 'PUT /v1/do-not-call/{number}' },
  removeDoNotCall: { as: 'doNotCall.remove', request: 'DELETE /v1/do-not-call/{number}' },

  listNumbers: { as: 'numbers.list', request: 'GET /v1/numbers', list: 'whole' },
  listVoices: { as: 'voices.list', request: 'GET /v1/voices', takes: 'query', list: 'whole' },

  getDefaultAgent: { as: 'defaultAgent.get', request: 'GET /v1/settings/default-agent' },
  setDefaultAgent: { as: 'defaultAgent.set', request: 'PUT /v1/settings/default-agent', takes: 'body' },

  getWebhook: { as: 'webhook.get', request: 'GET /v1/webhook' },
  setWebhook: { as: 'webhook.set', request: 'PUT /v1/webhook', takes: 'body', showsSecret: true },
  deleteWebhook: { as: 'webhook.delete', request: 'DELETE /v1/webhook' },
  rotateWebhookSecret: {
    as: 'webhook.rotateSecret',
    request: 'POST /v1/webhook/rotate-secret',
    takes: 'body',
  },
  testWebhook: { as: 'webhook.test', request: 'POST /v1/webhook/test' },
  listDeliveries: {
    as: 'webhook.deliveries',
    request: 'GET /v1/webhook/deliveries',
    takes: 'query',
    list: 'id',
  },
  redeliverEvent: { as: 'webhook.redeliver', request: 'POST /v1/webhook/deliveries/{event_id}/redeliver' },

  getLiveness: { as: 'health.live', request: 'GET /health/live', isProbe: true },
  getReadiness: { as: 'health.ready', request: 'GET /health/ready', isProbe: true },
  getMetrics: { as: 'health.metrics', request: 'GET /metrics', isProbe: true, returns: 'text' },
  getRecording: { as: 'recordings.get', request: 'GET /recordings/{link}', returns: 'bytes' },
} as const satisfies Record<OperationId, Operation>;

/** Events are requests to the client's own server. */
type EventId = 'webhookTestEvent' | `${'call' | 'humanCall'}${string}Event`;
export type OperationId = Exclude<keyof operations, EventId>;
export type OperationTable = typeof OPERATIONS;

/** Whether a request whose response is unknown may be sent again. */
export function isRepeatable(operation: Operation, body: unknown, headers: Headers): boolean {
  if (operation.showsSecret || operation.isProbe) return false;
  if (operation.again) return true;
  if (operation.request.startsWith('PATCH')) {
    const version = (body as { readonly expected_updated_at?: unknown } | null)?.expected_updated_at;
    return version === undefined && !headers.has('If-Match');
  }
  return /^(GET|PUT) /.test(operation.request);
}
