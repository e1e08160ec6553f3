import { own } from '../../../platform/kernel/own';
import type { Json } from '../../domain/fitted';
import { type Caller, nullForMissingScope, segment } from '../../domain/api';
import { type ToolRow, withContact } from '../tool';
import { newCall, readingRows } from './call-rows';

const CALL_ID = {
  call_id: { type: 'string', description: 'The id of the call, call_….', required: true },
} as const;

/** From the dry run of the call, and from that of a batch with its row, which has waits and costs. */
async function previewCall(caller: Caller, args: Json): Promise<Json | null> {
  if (args['test'] === true) return null;
  const body = withContact(args);
  const call = await caller.send({ method: 'POST', path: '/calls', body: { ...body, dry_run: true } });
  const { agent_id: agentId, phone_number: number } = call;
  const { agent_id: _agent, phone_number: sent, scheduled_for: scheduledFor, retry, ...others } = body;
  const { test: _test, ...rest } = others;
  const row = { phone_number: sent, ...rest };
  const batch = { dry_run: true, agent_id: agentId, scheduled_for: scheduledFor, retry, calls: [row] };
  const dry = await caller.send({ method: 'POST', path: '/batches', body: batch });
  const agent = await caller.get(`/agents/${segment(agentId)}`).catch(nullForMissingScope);
  return {
    action: 'This calls a real phone, and costs credits when it is answered.',
    phone_number: number,
    agent: { id: agentId, name: agent?.['name'] ?? null },
    price_per_minute: await priceOf(caller, agent),
    estimated_credits: dry['estimated_credits'],
    scheduled_for: call['scheduled_for'] ?? null,
    holds: dry['held'],
    retry: call['retry'] ?? null,
    warnings: call['warnings'],
    ...rest,
  };
}

/** Credits a minute; null without an agent, or for a key that may not read prices. */
async function priceOf(caller: Caller, agent: Json | null): Promise<unknown> {
  const credits = agent && (await caller.find('/credits').catch(nullForMissingScope));
  const { ai_call: prices } = (credits?.['rates'] ?? {}) as { readonly ai_call?: Json };
  return own(prices ?? {}, String(agent?.['tts_model'])) ?? null;
}

/** All that explains what became of a call, or why it waits. */
async function explain(caller: Caller, { call_id: id }: Json): Promise<Json> {
  const call = await caller.get(`/calls/${segment(id)}`);
  const timeline = await caller.get(`/calls/${segment(id)}/timeline`);
  const retry = call['retry'] as { readonly first_call_id?: string } | undefined;
  const attempts = retry?.first_call_id
    ? await caller.get('/calls', { first_call_id: retry.first_call_id, limit: 10 })
    : null;
  const tools = await caller.find(`/calls/${segment(id)}/tools`);
  return {
    status: call['status'],
    reason: call['status_reason'] ?? null,
    call,
    timeline: timeline['data'],
    attempts: attempts?.['data'] ?? [],
    tools: tools?.['data'] ?? [],
    deliveries: await deliveriesOf(caller, id),
  };
}

/** null for a key that may not read them. */
async function deliveriesOf(caller: Caller, callId: unknown): Promise<unknown> {
  const deliveries = caller.get('/webhook/deliveries', { call_id: callId, limit: 20 });
  return (await deliveries.catch(nullForMissingScope))?.['data'] ?? null;
}

export const CALL_TOOLS: readonly ToolRow[] = [
  ...readingRows({
    kind: 'call',
    path: '/calls',
    operation: 'listCalls',
    idPrefix: 'call',
    list: 'Finds AI calls, newest first, by status, agent, number, batch or time. Free.',
    read: 'Reads one AI call with its outcome and transcript. Free.',
  }),
  {
    name: 'explain_call',
    title: 'Explain a call',
    description:
      'Explains why a call waits or how it ended: status, reason, timeline, attempts, tools used and, with webhooks:manage, ' +
      'deliveries of its event. Free.',
    scopes: ['calls:read'],
    own: CALL_ID,
    hasPersonalText: true,
    run: explain,
  },
  newCall(
    {
      name: 'place_call',
      title: 'Place a call',
      description:
        'Queues one AI call. With test true it runs on the simulator at once and free; else it rings a real phone, costs ' +
        'credits a minute, and needs a confirmation.',
    },
    'queueCall',
    '/calls',
    previewCall,
  ),
  {
    name: 'cancel_call',
    title: 'Cancel a call',
    description: 'Cancels a call that still waits. A call that rings or talks cannot be canceled. Free.',
    scopes: ['calls:write'],
    own: CALL_ID,
    hasPersonalText: true,
    acts: { isDestructive: true, isIdempotent: true, preview: null },
    run: (caller, { call_id: id }) => caller.send({ method: 'POST', path: `/calls/${segment(id)}/cancel` }),
  },
];
