import {
  type Codec,
  IDS,
  LINES,
  NUMBER,
  OPTIONAL,
  PRONUNCIATIONS,
  SEND_RULES,
  TEXT,
  VOICEMAIL,
} from './codecs';
import { differencesOf } from '../differences';

const CODECS = {
  name: TEXT,
  direction: TEXT,
  language: OPTIONAL,
  tts_model: TEXT,
  voice: TEXT,
  opening_line: TEXT,
  system_prompt: TEXT,
  extraction_questions: LINES,
  dispositions: LINES,
  handoff_numbers: LINES,
  max_call_minutes: NUMBER,
  pace: NUMBER,
  temperature: NUMBER,
  voice_modulation: NUMBER,
  booking_page_id: OPTIONAL,
  send_rules: SEND_RULES,
  voicemail: VOICEMAIL,
  interruption: TEXT,
  patience: TEXT,
  keyterms: LINES,
  pronunciations: PRONUNCIATIONS,
  tool_ids: IDS,
  built_in_tools: IDS,
} as const;

type Typed<C> = C extends Codec<infer T> ? T : never;
export type AgentField = keyof typeof CODECS;

export type AgentForm = { readonly [Field in AgentField]: Typed<(typeof CODECS)[Field]> };

export type TextField = {
  [Field in AgentField]: AgentForm[Field] extends string ? Field : never;
}[AgentField];

export type AgentDocument = Readonly<Record<AgentField, unknown>>;

const FIELDS = Object.keys(CODECS) as readonly AgentField[];
const codecOf = (field: AgentField) => CODECS[field] as Codec<unknown>;
const of = <T>(value: (field: AgentField) => T) =>
  Object.fromEntries(FIELDS.map((field) => [field, value(field)])) as Readonly<Record<AgentField, T>>;

/** A missing field has the value of a new agent. */
export function formOf(agent: Partial<AgentDocument>): AgentForm {
  const fresh: Partial<AgentDocument> = {
    direction: 'outbound',
    interruption: 'normal',
    patience: 'normal',
  };
  return of((field) => codecOf(field).typed(agent[field] ?? fresh[field])) as AgentForm;
}

export function documentOf(form: AgentForm): AgentDocument {
  return of((field) => codecOf(field).sent(form[field]));
}

export function newAgentOf(form: AgentForm): Partial<AgentDocument> {
  const entries = Object.entries(documentOf(form));
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== null && !(field === 'voice' && value === '')),
  );
}

export function changesOf(form: AgentForm, saved: AgentForm): Partial<AgentDocument> {
  return differencesOf(documentOf(saved), documentOf(form));
}

export function rebased(form: AgentForm, sent: AgentForm, saved: AgentForm): AgentForm {
  return of((field) => (isSame(form[field], sent[field]) ? saved[field] : form[field])) as AgentForm;
}

export function typedOf(form: AgentForm, saved: AgentForm): Partial<AgentForm> {
  const changes = changesOf(form, saved);
  return Object.fromEntries(Object.entries(form).filter(([field]) => Object.hasOwn(changes, field)));
}

/** An older page may have stored the value. */
export function fitsField(field: string, kept: unknown): boolean {
  return Object.hasOwn(CODECS, field) && codecOf(field as AgentField).fits(kept);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
