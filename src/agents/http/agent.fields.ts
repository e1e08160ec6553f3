import {
  Choice,
  itemProblems,
  Flag,
  type FieldOptions,
  Json,
  NumberBetween,
  Text,
  TextList,
  textProblem,
} from '../../platform/http/fields/fields';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { readPhoneNumber } from '../../platform/phone-number';
import { AGENT_LIMITS } from '../domain/agent-limits';
import { AGENT_DIRECTIONS, type AgentDirection } from '../domain/agent-state';
import { INTERRUPTIONS, type Interruption, VOICEMAIL_ACTIONS } from '../../shared-kernel/talk';
import { sendRulesProblem } from '../domain/send-rules';
import { DEFAULT_ENGINE_ID } from '../domain/voice-catalogue';
import { pronunciationsProblem, voicemailProblem } from './speech-fields';

/** Without a length limit; a wrong value is a 404 or 422 later. */
export function AnyText({
  min = 0,
  ...options
}: FieldOptions & { min?: number; format?: string }): PropertyDecorator {
  const { format, ...field } = options;
  return Json({
    ...field,
    api: {
      type: 'string',
      ...(min > 0 ? { minLength: min } : {}),
      ...(format === undefined ? {} : { format }),
    },
    problemOf: (value) => textProblem(value, { min, max: Infinity }),
  });
}

function handoffProblem(value: unknown): string | InnerProblem[] | undefined {
  const { maxItems } = AGENT_LIMITS.handoffNumbers;
  if (!Array.isArray(value)) return 'must be an array of phone numbers';
  if (value.length > maxItems) return `must have at most ${maxItems} items (it has ${value.length})`;
  return itemProblems(value, (item) => {
    const read = typeof item === 'string' ? readPhoneNumber(item) : 'must be a string';
    return typeof read === 'string' ? read : undefined;
  });
}

/** A POST requires three and accepts null for the others; a PATCH accepts null only for nullable fields. */
export function agentFields({ patch }: { patch: boolean }) {
  const required = { required: !patch, patch };
  const nullable = { nullable: true, patch };
  const byDefault = (value: unknown) => (patch ? {} : { default: value });
  const { name, openingLine, systemPrompt, extractionQuestions, dispositions, ...rest } = AGENT_LIMITS;
  const text = ({ minLength, maxLength }: { minLength: number; maxLength: number }) => ({
    ...required,
    min: minLength,
    max: maxLength,
  });
  return {
    name: Text({
      ...text(name),
      trim: true,
      description: 'Unique in the account, ignoring case.',
      example: 'Admissions, Hinglish',
    }),
    enabled: Flag({ patch, ...byDefault(true), description: 'Whether it is turned on.' }),
    direction: Choice(AGENT_DIRECTIONS, {
      patch,
      ...byDefault('outbound' satisfies AgentDirection),
      description: "outbound places calls, inbound answers the account's numbers, both does both.",
    }),
    language: AnyText({
      ...nullable,
      min: 1,
      description: 'A name, a language code or a tag; null means Hindi or Hinglish.',
      example: 'hinglish',
    }),
    tts_model: AnyText({
      patch,
      min: 1,
      ...byDefault(DEFAULT_ENGINE_ID),
      description: 'A voice engine of GET /voices. A changed engine needs a voice of it.',
      example: 'google',
    }),
    voice: AnyText({
      patch,
      min: 1,
      description: "A voice of the engine; the engine's default for the language when left out of a POST.",
      example: 'Aoede',
    }),
    opening_line: Text({
      ...text(openingLine),
      description: 'The first thing the agent says; {{placeholders}} are filled for each call.',
      example: 'Namaste {{contact_name}}, this is Asha from the admissions office.',
    }),
    system_prompt: Text({
      ...text(systemPrompt),
      description: "The agent's script and instructions.",
      example: 'You help callers choose a course. Ask one question at a time.',
    }),
    extraction_questions: TextList({
      patch,
      maxItems: extractionQuestions.maxItems,
      itemMax: extractionQuestions.maxLength,
      description: 'Answered in outcome.answers.',
      example: ['Which course is the contact interested in?'],
    }),
    dispositions: TextList({
      patch,
      maxItems: dispositions.maxItems,
      itemMax: dispositions.maxLength,
      description: "Labels that the agent may give a call; empty means the account's defaults.",
      example: ['Interested', 'Not_Interested'],
    }),
    handoff_numbers: Json({
      patch,
      api: { type: 'array', maxItems: rest.handoffNumbers.maxItems, items: { type: 'string' } },
      problemOf: handoffProblem,
      description: 'Phone numbers that the agent can transfer a contact to; kept in E.164.',
      example: ['+919876543210'],
    }),
    max_call_minutes: NumberBetween(rest.maxCallMinutes.min, rest.maxCallMinutes.max, {
      ...nullable,
      whole: true,
      description: `null means ${rest.maxCallMinutes.default} minutes.`,
    }),
    pace: NumberBetween(rest.pace.min, rest.pace.max, {
      ...nullable,
      description: 'Speaking rate; null means default.',
    }),
    temperature: NumberBetween(rest.temperature.min, rest.temperature.max, {
      ...nullable,
      description: 'Voice expressiveness; null means engine default.',
    }),
    voice_modulation: NumberBetween(rest.voiceModulation.min, rest.voiceModulation.max, {
      ...nullable,
      description: 'Pitch-range expansion; null means off.',
    }),
    booking_page_id: AnyText({
      ...nullable,
      description: 'A booking page of the account the agent books on.',
    }),
    send_rules: Json({
      patch,
      api: {
        type: 'array',
        maxItems: rest.sendRules.maxItems,
        items: { type: 'object', additionalProperties: true },
      },
      problemOf: (value) =>
        Array.isArray(value) ? sendRulesProblem(value) : 'must be an array of JSON objects',
      description:
        `Actions during or after a call; together at most ${rest.sendRules.maxBytes / 1_024} KiB as JSON. action_type is ` +
        'send_whatsapp (with template_name), send_email (with message_body) or book_meeting (with booking_page_id).',
      example: [
        {
          action_type: 'send_email',
          message_body: 'Here is the brochure.',
          when: { meeting_requested: true },
        },
      ],
    }),
    voicemail: Json({
      patch,
      ...byDefault({ action: 'leave_message', message: null }),
      api: {
        type: 'object',
        additionalProperties: false,
        properties: {
          action: { type: 'string', enum: [...VOICEMAIL_ACTIONS], default: 'leave_message' },
          message: {
            type: 'string',
            nullable: true,
            minLength: rest.voicemailMessage.minLength,
            maxLength: rest.voicemailMessage.maxLength,
            default: null,
          },
        },
      },
      problemOf: voicemailProblem,
      description:
        'What the agent does when a voicemail answers. message: {{placeholders}} are filled; null means its own words.',
      example: { action: 'leave_message', message: 'Namaste {{contact_name}}, we will call you again.' },
    }),
    interruption: Choice(INTERRUPTIONS, {
      patch,
      ...byDefault('normal' satisfies Interruption),
      description:
        'normal: speech pauses the agent and words stop it; low: words alone interrupt; high: sooner, and any word.',
    }),
    keyterms: TextList({
      patch,
      maxItems: rest.keyterms.maxItems,
      itemMax: rest.keyterms.maxLength,
      description: 'Words for speech recognition to expect, such as names of courses.',
      example: ['B.Tech', 'hostel'],
    }),
    pronunciations: Json({
      patch,
      api: {
        type: 'array',
        maxItems: rest.pronunciations.maxItems,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['text', 'say'],
          properties: {
            text: { type: 'string', minLength: 1, maxLength: rest.pronunciations.text.maxLength },
            say: { type: 'string', minLength: 1, maxLength: rest.pronunciations.say.maxLength },
          },
        },
      },
      problemOf: pronunciationsProblem,
      description: 'Whole words, ignoring case, that are spoken otherwise than they are written.',
      example: [{ text: 'B.Tech', say: 'bee tech' }],
    }),
  };
}
