import {
  answer,
  baseOf,
  choice,
  choiceOf,
  constant,
  flag,
  id,
  inline,
  instant,
  json,
  listOf,
  listOfPlain,
  mapOf,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { IDEMPOTENT_REPLAY } from '../../platform/http/answers/shared.answers';
import { answersOf } from '../../platform/http/answers/table-answers';
import { INVOCATION_STATUSES } from '../../shared-kernel/tool-use';
import type { Invocations } from '../application/invocations';
import type { CreatedToolView, ToolEditor } from '../application/tool-editor';
import type { RefreshedToolView } from '../application/tool-refresh';
import type { ToolView } from '../application/tool.view';
import { TOOL_FIELDS } from '../domain/tool-fields';
import { TOOL_KINDS } from '../domain/tool';

type InvocationView = Awaited<ReturnType<Invocations['list']>>['data'][number];

const TABLE = answersOf(TOOL_FIELDS);
const { method, send, when, provides, offline, allowed_tools, ...BOTH } = TABLE;

const LISTED = inline<NonNullable<ToolView['tools']>[number]>('A tool of the server.', {
  name: text('As the server names it.'),
  function: text('By which the model calls it.'),
  description: text('What the model reads.'),
  effect: choice(['read', 'write'], 'read: the server says that it only reads.'),
  allowed: flag('Whether allowed_tools names it.'),
  problem: nullable(text('Why it cannot be used.')),
});

const FIELDS = {
  id: id('tool', 'Starts with tool_.'),
  object: constant('tool'),
  kind: choice(TOOL_KINDS, 'A request of yours, or a server of MCP.'),
  ...BOTH,
  url: text('Where requests go.'),
  headers: listOfPlain(
    inline<ToolView['headers'][number]>('A header.', {
      name: text('Its name.'),
      value_set: flag('Always true; the value is never shown.'),
    }),
    'Sent with each request.',
  ),
  mock_result: json('What test calls get.'),
  method: optional(method),
  send: optional(send),
  parameters: optional(nullable(mapOf(null, 'http: a JSON Schema; null means none.'))),
  fixed_arguments: optional(mapOf(text(undefined), 'http: filled by the service.')),
  when: optional(when),
  provides: optional(provides),
  offline: optional(offline),
  allowed_tools: optional(allowed_tools),
  tools: optional(listOfPlain(LISTED, 'mcp: what the last refresh found.')),
  secret_last4: optional(text('http: the end of the signing secret.')),
  agent_ids: listOfPlain(text('An agent.'), 'Agents that use it.'),
  created_at: instant('When it was made.'),
  updated_at: instant('When it was last saved; its version for If-Match.'),
};

const EXAMPLE: ToolView = {
  id: 'tool_01kaf5t2c8e4r6y0u2i4o6p8at',
  object: 'tool',
  kind: 'http',
  name: 'order_status',
  description: 'Reads where an order is, by its number.',
  enabled: true,
  url: 'https://example.com/orders/{order_id}',
  headers: [{ name: 'Authorization', value_set: true }],
  timeout_seconds: 8,
  effect: 'read',
  speech: { waiting: 'Ek second, dekhti hoon.', failed: null },
  in_tests: 'mock',
  mock_result: { status: 'shipped' },
  method: 'GET',
  send: 'arguments',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  fixed_arguments: {},
  when: 'during',
  provides: [],
  offline: null,
  secret_last4: 'k3Q=',
  agent_ids: [],
  created_at: '2026-11-20T09:15:00.123Z',
  updated_at: '2026-11-20T09:15:00.123Z',
};

const BASE = baseOf('ToolFields', 'What every Tool has.', FIELDS);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3Zl8TgZ1k3Q=';

export const TOOL = answer<ToolView>(
  'Tool',
  'What an agent looks up or does in a talk.',
  FIELDS,
  EXAMPLE,
  BASE,
);

export const TOOL_LIST = listOf(TOOL, { paged: false });

export const CREATED_TOOL = answer<CreatedToolView>(
  'CreatedTool',
  'The tool, with its signing secret.',
  {
    ...FIELDS,
    secret: optional(nullable(text('http: shown once; null on a replay.'))),
    idempotent_replay: IDEMPOTENT_REPLAY,
  },
  { ...EXAMPLE, secret: SECRET, idempotent_replay: false },
  BASE,
);

export const ROTATED_TOOL = answer<Awaited<ReturnType<ToolEditor['rotateSecret']>>>(
  'RotatedTool',
  'The tool, with its new signing secret.',
  {
    ...FIELDS,
    secret: text('Shown once.'),
    previous_secret_valid_until: instant('Until then the old secret signs, too.'),
  },
  { ...EXAMPLE, secret: SECRET, previous_secret_valid_until: '2026-11-21T09:15:00.123Z' },
  BASE,
);

export const REFRESHED_TOOL = answer<RefreshedToolView>(
  'RefreshedTool',
  'The tool, and what the refresh found.',
  {
    ...FIELDS,
    refresh: inline<RefreshedToolView['refresh']>('By the names of the server.', {
      ok: flag('Whether the server listed its tools.'),
      error: nullable(text('Why not: a code as of uses, and a sentence; the list is as it was.')),
      added: listOfPlain(text('A tool.'), 'New ones.'),
      changed: listOfPlain(text('A tool.'), 'With another description, schema or effect.'),
      removed: listOfPlain(text('A tool.'), 'Those that are gone.'),
    }),
  },
  {
    ...EXAMPLE,
    refresh: { ok: true, error: null, added: ['find_slot'], changed: [], removed: [] },
  },
  BASE,
);

export const REMOVED_TOOL = answer<Awaited<ReturnType<ToolEditor['remove']>>>(
  'RemovedTool',
  'The tool is gone.',
  { id: FIELDS.id, object: FIELDS.object, deleted: flag('Always true.') },
  { id: EXAMPLE.id, object: 'tool', deleted: true },
);

export const INVOCATION = answer<InvocationView>(
  'ToolInvocation',
  'One use of a tool.',
  {
    id: id('tinv', 'Starts with tinv_; the Idempotency-Key of its request.'),
    object: constant('tool_invocation'),
    call_id: nullable(text('Its call; null for a try.')),
    tool_id: nullable(text('null for a built-in tool.')),
    name: text('By which it was called.'),
    phase: choiceOf<InvocationView['phase']>({ before: true, during: true }, 'Before the talk, or in it.'),
    status: choice(INVOCATION_STATUSES, 'What came of it; unknown after a crash.'),
    arguments: json('Without fixed ones.'),
    result: json('At most 4,000 characters; what is longer is text, and cut.'),
    error: nullable(
      inline<NonNullable<InvocationView['error']>>('Why it failed.', {
        code: text(
          'Stable, such as refused_status, connection_failed, address_refused, bad_answer, tool_error, timed_out, invalid.',
        ),
        message: text('For people.'),
        status_code: nullable(whole('HTTP.')),
      }),
    ),
    attempts: whole('Requests that were sent.'),
    simulated: flag('Whether nothing was sent, as in test calls.'),
    repeated_of: nullable(text('The equal use whose result this one has.')),
    at: instant('When it began.'),
    start_ms: nullable(whole('Milliseconds since the answer; null before it.')),
    end_ms: nullable(whole('Milliseconds since the answer; null while it runs.')),
  },
  {
    id: 'tinv_01kaf5v7m2q9x3t8w4z6c1b0dq',
    object: 'tool_invocation',
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    tool_id: EXAMPLE.id,
    name: 'order_status',
    phase: 'during',
    status: 'succeeded',
    arguments: { order_id: '4711' },
    result: { status: 'shipped' },
    error: null,
    attempts: 1,
    simulated: false,
    repeated_of: null,
    at: '2026-11-20T09:15:20.123Z',
    start_ms: 12_400,
    end_ms: 12_812,
  },
);

export const INVOCATION_LIST = listOf(INVOCATION, { paged: false });
