import { own } from '../../../platform/kernel/own';
import type { Json } from '../../domain/fitted';
import { type Caller, nullForMissingScope, segment } from '../../domain/api';
import { type ActionArguments, keyOf, type ToolRow } from '../tool';

const AGENT_ID = {
  agent_id: { type: 'string', description: 'The id of the agent, agent_….', required: true },
} as const;

async function previewChange(caller: Caller, { agent_id: id, ...body }: Json): Promise<Json> {
  const path = `/agents/${segment(id)}`;
  const agent = await caller.get(path);
  const changed = await caller.send({ method: 'PATCH', path, body: { ...body, dry_run: true } });
  const { expected_updated_at: _, ...fields } = body;
  const changes = Object.keys(fields).map((field) => ({
    field,
    from: own(agent, field) ?? null,
    to: own(changed, field) ?? null,
  }));
  return {
    action: 'This changes an agent for its next calls.',
    agent_id: agent['id'],
    name: agent['name'],
    changes,
    would_cancel: changed['waiting_calls_canceled'] ?? 0,
    warnings: changed['warnings'],
  };
}

async function previewDisable(caller: Caller, { agent_id: id }: Json): Promise<Json> {
  const agent = await caller.get(`/agents/${segment(id)}`);
  const query = { agent_id: agent['id'], status: 'queued', limit: 100 };
  const waiting = await caller.get('/calls', query).catch(nullForMissingScope);
  return {
    action: 'This turns the agent off, and cancels its waiting calls.',
    agent_id: agent['id'],
    name: agent['name'],
    would_cancel: waiting && countOf(waiting),
  };
}

function countOf({ data, has_more: hasMore }: Json): number | string {
  const { length } = data as readonly unknown[];
  return hasMore === true ? `more than ${length}` : length;
}

export const AGENT_TOOLS: readonly ToolRow[] = [
  {
    name: 'list_agents',
    title: 'List agents',
    description: 'Lists the agents that are turned on and can call, by name. Free.',
    scopes: ['calls:read'],
    run: (caller) => caller.get('/agents'),
  },
  {
    name: 'get_agent',
    title: 'Read an agent',
    description:
      'Reads one agent: voice, language, questions, price a minute; its script needs agents:manage. Free.',
    scopes: ['calls:read', 'agents:manage'],
    own: AGENT_ID,
    run: (caller, { agent_id: id }) => caller.get(`/agents/${segment(id)}`),
  },
  {
    name: 'list_voices',
    title: 'List voices',
    description: 'Lists voice engines with their voices, languages and prices. Free.',
    scopes: ['calls:read', 'agents:manage'],
    operation: 'listVoices',
    run: (caller, args) => caller.get('/voices', args),
  },
  {
    name: 'test_agent',
    title: 'Test an agent',
    description:
      'Runs the stored tests of an agent, or those that are sent, offline: conversations with what is expected of them. Calls ' +
      'nobody, free, up to 20 s.',
    scopes: ['agents:manage'],
    operation: 'runAgentTests',
    without: ['engine'],
    own: AGENT_ID,
    hasPersonalText: true,
    run: (caller, { agent_id: id, ...body }) => {
      const path = `/agents/${segment(id)}/tests/run`;
      return caller.send({ method: 'POST', path, body: { ...body, engine: 'offline' } });
    },
  },
  {
    name: 'create_agent',
    title: 'Make an agent',
    description: 'Makes a new agent. It calls nobody until calls are queued with it. Free.',
    scopes: ['agents:manage'],
    operation: 'createAgent',
    acts: { preview: null },
    run: (caller, args: ActionArguments) =>
      caller.send({ method: 'POST', path: '/agents', body: args, ...keyOf(args) }),
  },
  {
    name: 'update_agent',
    title: 'Change an agent',
    description:
      'Changes an agent: read it first, and send its updated_at as expected_updated_at. The confirmation shows each field, old ' +
      'and new. Free.',
    scopes: ['agents:manage'],
    operation: 'changeAgent',
    without: ['dry_run'],
    own: {
      ...AGENT_ID,
      expected_updated_at: {
        type: 'string',
        description: 'updated_at of the agent as it was read.',
        required: true,
      },
    },
    acts: { preview: previewChange },
    run: (caller, { agent_id: id, ...body }) =>
      caller.send({ method: 'PATCH', path: `/agents/${segment(id)}`, body }),
  },
  {
    name: 'disable_agent',
    title: 'Turn an agent off',
    description: 'Turns an agent off and cancels its waiting calls. Free; needs a confirmation.',
    scopes: ['agents:manage'],
    own: AGENT_ID,
    acts: { isDestructive: true, preview: previewDisable },
    run: (caller, { agent_id: id }) =>
      caller.send({ method: 'POST', path: `/agents/${segment(id)}/disable` }),
  },
];
