import {
  answer,
  baseOf,
  choice,
  choiceOf,
  constant,
  decimal,
  type Fields,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  mapOf,
  nullable,
  optional,
  phone,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import type { AgentEditor, ChangedAgentView } from '../application/agent-editor';
import type { AgentView, agentListItemView, defaultAgentView } from '../application/agent.view';
import { AGENT_EXAMPLE, type FullAgentView, SMALLEST_AGENT } from './agent.examples';
import { AGENT_LIMITS } from '../domain/agent-limits';
import { AGENT_DIRECTIONS } from '../domain/agent-state';
import { INTERRUPTIONS, VOICEMAIL_ACTIONS } from '../../shared-kernel/talk';

type CreatedAgentView = Required<Awaited<ReturnType<AgentEditor['create']>>>;
type FullChangedAgentView = FullAgentView & ChangedAgentView;
type ListItemView = ReturnType<typeof agentListItemView>;
type DefaultAgentView = ReturnType<typeof defaultAgentView>;

const { extractionQuestions, dispositions, handoffNumbers, sendRules, keyterms, pronunciations, ...LIMITS } =
  AGENT_LIMITS;

const range = ({ min, max }: { min: number; max: number }) => ({ minimum: min, maximum: max });
const texts = (description: string, limits: { minLength?: number; maxLength?: number } = {}) =>
  listOfPlain(text(undefined, limits), description);

const NAME = text('Unique in the account, ignoring case.', LIMITS.name);
const LANGUAGE = nullable(text('A name, a language code or a tag; null means Hindi or Hinglish.'));
const USES_CONTACT_NAME = flag("Whether the script uses the contact's name.");
const VARIABLES = texts('Placeholder names the script uses, in order of first use.');
const DIRECTION = choice(
  AGENT_DIRECTIONS,
  "outbound places calls, inbound answers the account's numbers, both does both.",
);

const FULL = {
  id: id('agent', 'Starts with agent_.'),
  object: constant('agent'),
  name: NAME,
  enabled: flag('Whether it is turned on.'),
  direction: DIRECTION,
  language: LANGUAGE,
  tts_model: text('Voice engine id from GET /voices.'),
  voice: text('A voice of tts_model.'),
  opening_line: text(
    'First thing the agent says; {{placeholders}} are filled for each call.',
    LIMITS.openingLine,
  ),
  system_prompt: text("The agent's script and instructions.", LIMITS.systemPrompt),
  extraction_questions: texts('Answers come back in outcome.answers.', {
    minLength: extractionQuestions.minLength,
    maxLength: extractionQuestions.maxLength,
  }),
  dispositions: texts("Labels the agent may give a call; empty means the account's defaults.", {
    minLength: dispositions.minLength,
    maxLength: dispositions.maxLength,
  }),
  handoff_numbers: listOfPlain(
    phone('A number, in E.164.'),
    `At most ${handoffNumbers.maxItems} numbers the agent can transfer a contact to.`,
  ),
  max_call_minutes: nullable(
    whole(`null means ${LIMITS.maxCallMinutes.default} minutes.`, range(LIMITS.maxCallMinutes)),
  ),
  pace: nullable(decimal('Speaking rate; null means default.', range(LIMITS.pace))),
  temperature: nullable(
    decimal('Voice expressiveness; null means engine default.', range(LIMITS.temperature)),
  ),
  voice_modulation: nullable(
    decimal('Pitch-range expansion; null means off.', range(LIMITS.voiceModulation)),
  ),
  booking_page_id: nullable(text('A booking page of the account the agent books on.')),
  send_rules: listOfPlain(
    mapOf(null, 'A post-call or mid-call action and when it fires, as sent.'),
    `At most ${sendRules.maxItems} rules. Not used on API calls.`,
  ),
  voicemail: inline<AgentView['voicemail']>('What the agent does when a voicemail answers.', {
    action: choice(VOICEMAIL_ACTIONS, 'Hangs up, or leaves a message after the beep.'),
    message: nullable(text("null means the agent's own words.", LIMITS.voicemailMessage)),
  }),
  interruption: choice(
    INTERRUPTIONS,
    'normal: speech pauses the agent and words stop it; low: words alone interrupt; high: sooner, and any word.',
  ),
  keyterms: texts('Words for speech recognition to expect.', {
    minLength: keyterms.minLength,
    maxLength: keyterms.maxLength,
  }),
  pronunciations: listOfPlain(
    inline<AgentView['pronunciations'][number]>('A word, and how it is spoken.', {
      text: text('As it is written.', { minLength: 1, maxLength: pronunciations.text.maxLength }),
      say: text('As it is spoken.', { minLength: 1, maxLength: pronunciations.say.maxLength }),
    }),
    'Whole words, ignoring case, that are spoken otherwise than they are written.',
  ),
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
  name: NAME,
  language: LANGUAGE,
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
        name: NAME,
        enabled: FULL.enabled,
        direction: DIRECTION,
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
