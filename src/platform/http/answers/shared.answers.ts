import type { FieldProblem } from '../../kernel/domain-error';
import type { Warning } from '../../kernel/warning';
import { answer, choiceOf, component, flag, listOfPlain, listOfThese, optional, text, whole } from './answer';
import { CONTACT_LIMITS } from '../fields/contact.request';

const WARNING = answer<Warning>(
  'Warning',
  'Non-fatal note on something accepted that may not do what is expected.',
  {
    field: text('The field meant, as a path such as variables.date.'),
    code: text(
      'Stable. Known values: reserved_variable, missing_variable, value_shortened, mobile_number_missing, not_supported_by_engine, stt_unavailable, tts_unavailable, tool_needs_model, ' +
        'default_agent_cannot_call, welcome_email_limit; more may come.',
    ),
    message: text('For people; wording may change.'),
  },
  {
    field: 'variables.date',
    code: 'reserved_variable',
    message: 'The placeholder {{date}} is always filled with the current date and time.',
  },
);

export const WARNINGS = component('Warnings', listOfThese(WARNING, 'Empty when there is nothing to note.'));

export const IDEMPOTENT_REPLAY = component(
  'IdempotentReplay',
  flag('true when this was made by an earlier request with the same Idempotency-Key.'),
);

export const FIELD_PROBLEM = answer<FieldProblem>(
  'FieldProblem',
  'One field with a problem.',
  {
    field: text(
      'A path such as contact.email, calls[3].phone_number, headers.Idempotency-Key or query.limit.',
    ),
    message: text('What would be right.'),
  },
  { field: 'phone_number', message: 'is required' },
);

export const CONTACT = answer<{ name?: string; email?: string; external_id?: string }>(
  'Contact',
  'Who is called, as sent; a field that was not sent is absent.',
  {
    name: optional(text('Name.', { maxLength: CONTACT_LIMITS.name })),
    email: optional(text('E-mail address; its form is not checked.', { maxLength: CONTACT_LIMITS.email })),
    external_id: optional(text("The caller's own record id.", { maxLength: CONTACT_LIMITS.externalId })),
  },
  { name: 'Rohan Sharma', email: 'rohan@example.com', external_id: 'lead-4711' },
);

/** The shape of `Turn` of the shared kernel, which the platform does not import. */
export interface ShownTurn {
  speaker: 'agent' | 'contact' | 'human';
  text: string;
  start_ms: number;
  end_ms: number;
  response_ms?: number;
  tool_invocations?: readonly string[];
}

const TURN = answer<ShownTurn>(
  'TranscriptEntry',
  'One utterance.',
  {
    speaker: choiceOf<ShownTurn['speaker']>(
      { agent: true, contact: true, human: true },
      'human: the person that a call was transferred to.',
    ),
    text: text('What was said.'),
    start_ms: whole('Begin, in milliseconds since the answer.'),
    end_ms: whole('End, in milliseconds since the answer.'),
    response_ms: optional(
      whole(
        "On the agent's entries of real AI calls: milliseconds from the end of the contact's speech to the agent's first audio.",
      ),
    ),
    tool_invocations: optional(
      listOfPlain(text('A tinv_ id.'), "On the agent's first entry after uses of tools: their ids."),
    ),
  },
  { speaker: 'agent', text: 'Namaste Rohan ji, main Asha bol rahi hoon.', start_ms: 0, end_ms: 2_400 },
);

export const TRANSCRIPT = listOfThese(TURN, 'What was said, in order.');
