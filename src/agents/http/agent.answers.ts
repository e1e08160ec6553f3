import {
  answer,
  baseOf,
  choiceOf,
  constant,
  type Fields,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import type { AgentCreation } from '../application/agent-creation';
import type { ChangedAgentView } from '../application/agent-editor';
import type { AgentView, callableAgentView, defaultAgentView } from '../application/agent.view';
import { AGENT_EXAMPLE, type FullAgentView, SMALLEST_AGENT } from './agent.examples';
import { AGENT_FIELDS } from '../domain/agent-fields';
import { answersOf } from '../../platform/http/answers/table-answers';

type CreatedAgentView = Required<Awaited<ReturnType<AgentCreation['create']>>>;
type FullChangedAgentView = FullAgentView & ChangedAgentView;
type ListItemView = ReturnType<typeof callableAgentView>;
type DefaultAgentView = ReturnType<typeof defaultAgentView>;

const SETTINGS = answersOf(AGENT_FIELDS);
const USES_CONTACT_NAME = flag("Whether the script uses the contact's name.");
const VARIABLES = listOfPlain(text(undefined), 'Placeholder names the script uses, in order of first use.');

const FULL = {
  id: id('agent', 'Starts with agent_.'),
  object: constant('agent'),
  ...SETTINGS,
  is_default: flag("true for the account's default agent."),
  speech_cache_mode: choiceOf<AgentView['speech_cache_mode']>(
    { off: true, fixed: true, full: true },
    "Read-only, set by the operator's support.",
  ),
  configuration: choiceOf<AgentView['configuration']>(
    { full: true, summary: true },
    'summary for a key without agents:manage: then system_prompt, handoff_numbers, send_rules and booking_page_id are ' +
      'omitted.',
  ),
  uses_contact_name: USES_CONTACT_NAME,
  variables: VARIABLES,
  created_at: instant('When it was created.'),
  updated_at: instant('When it was last saved; grows with every save. Its version for If-Match.'),
};

const READ: Fields<AgentView> = {
  ...FULL,
  system_prompt: optional(FULL.system_prompt),
  handoff_numbers: optional(FULL.handoff_numbers),
  booking_page_id: optional(FULL.booking_page_id),
  send_rules: optional(FULL.send_rules),
};

const LISTED: Fields<ListItemView> = {
  id: FULL.id,
  object: FULL.object,
  name: SETTINGS.name,
  language: SETTINGS.language,
  uses_contact_name: USES_CONTACT_NAME,
  variables: VARIABLES,
};

const LISTED_BASE = baseOf('AgentListItemFields', 'What an agent has on the list, too.', LISTED);
const FIELDS = baseOf('AgentFields', 'What every Agent has.', READ, LISTED_BASE);

export const AGENT = answer<AgentView>('Agent', 'An AI agent.', READ, AGENT_EXAMPLE, FIELDS);

export const CREATED_AGENT = answer<CreatedAgentView>(
  'CreatedAgent',
  'The agent, with what creating it brought up.',
  { ...FULL, warnings: WARNINGS, idempotent_replay: IDEMPOTENT_REPLAY },
  { ...SMALLEST_AGENT, warnings: [], idempotent_replay: false },
  FIELDS,
);

export const CHANGED_AGENT = answer<FullChangedAgentView>(
  'ChangedAgent',
  'The agent, with what the change brought about.',
  {
    ...FULL,
    waiting_calls_canceled: optional(
      whole(
        'Number of waiting calls that were canceled; there whenever enabled was sent or calls were canceled.',
      ),
    ),
    warnings: WARNINGS,
  },
  {
    ...SMALLEST_AGENT,
    pace: 1.2,
    updated_at: '2026-11-20T09:20:31.904Z',
    waiting_calls_canceled: 0,
    warnings: [],
  },
  FIELDS,
);

const LISTED_AGENT = answer<ListItemView>(
  'AgentListItem',
  'An agent that is turned on and can call out.',
  LISTED,
  {
    id: AGENT_EXAMPLE.id,
    object: 'agent',
    name: AGENT_EXAMPLE.name,
    language: AGENT_EXAMPLE.language,
    uses_contact_name: true,
    variables: ['course'],
  },
  LISTED_BASE,
);

export const AGENT_LIST = listOf(LISTED_AGENT, { paged: false });

export const DEFAULT_AGENT = answer<DefaultAgentView>(
  'DefaultAgent',
  'The agent of calls that name none.',
  {
    object: constant('default_agent'),
    agent_id: nullable(id('agent', 'null when there is none.')),
    agent: nullable(
      inline<NonNullable<DefaultAgentView['agent']>>('The agent; null when there is none.', {
        id: FULL.id,
        object: FULL.object,
        name: SETTINGS.name,
        enabled: FULL.enabled,
        direction: FULL.direction,
        deleted: flag('Always false: agents are turned off, not deleted.'),
      }),
    ),
    ai_calling_provider: text('The provider that workflow and bulk AI calls use.'),
    warnings: WARNINGS,
  },
  {
    object: 'default_agent',
    agent_id: AGENT_EXAMPLE.id,
    agent: {
      id: AGENT_EXAMPLE.id,
      object: 'agent',
      name: AGENT_EXAMPLE.name,
      enabled: true,
      direction: 'outbound',
      deleted: false,
    },
    ai_calling_provider: 'simulator',
    warnings: [],
  },
);
