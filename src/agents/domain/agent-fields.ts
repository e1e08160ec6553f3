import {
  choice,
  flag,
  free,
  list,
  namesOf,
  number,
  object,
  phone,
  text,
  texts,
  type ChangedValues,
  type NewValues,
  type ValuesOf,
} from '../../platform/kernel/field-table';
import { INTERRUPTIONS, PATIENCES, VOICEMAIL_ACTIONS } from '../../shared-kernel/talk';
import { SCHEDULE_CALLBACK } from '../../shared-kernel/tool-use';
import { MAX_RULES, MAX_RULES_BYTES, type SendRule, sendRulesProblem } from './send-rules';
import { DEFAULT_ENGINE_ID } from './voice-catalogue';

const BUILT_IN_TOOLS = [SCHEDULE_CALLBACK] as const;

export const AGENT_DIRECTIONS = ['outbound', 'inbound', 'both'] as const;

/** Minutes of an agent that names none. */
export const DEFAULT_CALL_MINUTES = 10;

/** The writable fields of an agent, in the order of the description. */
export const AGENT_FIELDS = {
  name: text({
    required: true,
    max: 128,
    trim: true,
    description: 'Unique in the account, ignoring case.',
    example: 'Admissions, Hinglish',
  }),
  enabled: flag({ default: true, description: 'Whether it is turned on.' }),
  direction: choice(AGENT_DIRECTIONS, {
    default: 'outbound',
    description: "outbound places calls, inbound answers the account's numbers, both does both.",
  }),
  /** As sent; null means Hindi or Hinglish. */
  language: text({
    nullable: true,
    min: 1,
    description: 'A name, a language code or a tag; null means Hindi or Hinglish.',
    example: 'hinglish',
  }),
  ttsModel: text({
    min: 1,
    default: DEFAULT_ENGINE_ID,
    description: 'A voice engine of GET /voices. A changed engine needs a voice of it.',
    example: 'google',
  }),
  voice: text({
    min: 1,
    description: "A voice of the engine; the engine's default for the language when left out of a POST.",
    example: 'Aoede',
  }),
  openingLine: text({
    required: true,
    max: 2_000,
    description: 'The first thing the agent says; {{placeholders}} are filled for each call.',
    example: 'Namaste {{contact_name}}, this is Asha from the admissions office.',
  }),
  systemPrompt: text({
    required: true,
    max: 60_000,
    description: "The agent's script and instructions.",
    example: 'You help callers choose a course. Ask one question at a time.',
  }),
  extractionQuestions: texts({
    itemMax: 500,
    maxItems: 50,
    default: [],
    description: 'Answered in outcome.answers.',
    example: ['Which course is the contact interested in?'],
  }),
  dispositions: texts({
    itemMax: 64,
    maxItems: 50,
    default: [],
    description: "Labels that the agent may give a call; empty means the account's defaults.",
    example: ['Interested', 'Not_Interested'],
  }),
  handoffNumbers: list(phone({ description: 'A number, in E.164.' }), {
    maxItems: 10,
    default: [],
    description: 'Phone numbers that the agent can transfer a contact to; kept in E.164.',
    example: ['+919876543210'],
  }),
  maxCallMinutes: number({
    nullable: true,
    min: 1,
    max: 30,
    whole: true,
    description: `null means ${DEFAULT_CALL_MINUTES} minutes.`,
  }),
  pace: number({ nullable: true, min: 0.5, max: 2, description: 'Speaking rate; null means default.' }),
  temperature: number({
    nullable: true,
    min: 0.01,
    max: 2,
    description: 'Voice expressiveness; null means engine default.',
  }),
  voiceModulation: number({
    nullable: true,
    min: 1,
    max: 2.5,
    description: 'Pitch-range expansion; null means off.',
  }),
  bookingPageId: text({
    nullable: true,
    description: 'A booking page of the account the agent books on.',
  }),
  sendRules: list(free<SendRule>('A post-call or mid-call action and when it fires, as sent.'), {
    maxItems: MAX_RULES,
    default: [],
    problemOf: sendRulesProblem,
    description:
      `Actions during or after a call; together at most ${MAX_RULES_BYTES / 1_024} KiB as JSON. action_type is ` +
      'send_whatsapp (with template_name), send_email (with message_body) or book_meeting (with booking_page_id). Not used on API calls.',
    example: [
      { action_type: 'send_email', message_body: 'Here is the brochure.', when: { meeting_requested: true } },
    ],
  }),
  voicemail: object(
    {
      action: choice(VOICEMAIL_ACTIONS, {
        default: 'leave_message',
        description: 'Hangs up, or leaves a message after the beep.',
      }),
      message: text({
        nullable: true,
        min: 1,
        max: 2_000,
        description: "null means the agent's own words.",
      }),
    },
    {
      default: { action: 'leave_message', message: null },
      description:
        'What the agent does when a voicemail answers. message: {{placeholders}} are filled; null means its own words.',
      example: { action: 'leave_message', message: 'Namaste {{contact_name}}, we will call you again.' },
    },
  ),
  interruption: choice(INTERRUPTIONS, {
    default: 'normal',
    description:
      'normal: speech pauses the agent and words stop it; low: words alone interrupt; high: sooner, and any word; ' +
      'off: neither words nor keys, and what was said meanwhile is the next turn.',
  }),
  patience: choice(PATIENCES, {
    default: 'normal',
    description: 'How long the agent waits for more words: quick answers sooner, patient later.',
  }),
  keyterms: texts({
    itemMax: 64,
    maxItems: 100,
    default: [],
    description: 'Words for speech recognition to expect, such as names of courses.',
    example: ['B.Tech', 'hostel'],
  }),
  pronunciations: list(
    object(
      {
        text: text({ required: true, max: 64, description: 'As it is written.' }),
        say: text({ required: true, max: 128, description: 'As it is spoken.' }),
      },
      { description: 'A word, and how it is spoken.' },
    ),
    {
      maxItems: 100,
      default: [],
      description: 'Whole words, ignoring case, that are spoken otherwise than they are written.',
      example: [{ text: 'B.Tech', say: 'bee tech' }],
    },
  ),
  toolIds: texts({
    itemMax: 255,
    maxItems: 20,
    default: [],
    description: 'Tools that it uses in talks, in order.',
    example: ['tool_01kaf5t2c8e4r6y0u2i4o6p8at'],
  }),
  builtInTools: list(
    choice(BUILT_IN_TOOLS, {
      description: 'schedule_callback queues a call at a time that the contact names.',
    }),
    { maxItems: BUILT_IN_TOOLS.length, default: [], description: 'Tools of the service itself.' },
  ),
} as const;

type AgentFields = typeof AGENT_FIELDS;

export type AgentSettings = ValuesOf<AgentFields>;
/** A new agent; null for an optional field means left out. */
export type NewAgent = NewValues<AgentFields>;
/** Only fields that were sent change; null clears a nullable one. */
export type AgentPatch = ChangedValues<AgentFields>;

/** A change may touch no other key of the row. */
export const SETTINGS = namesOf(AGENT_FIELDS);
