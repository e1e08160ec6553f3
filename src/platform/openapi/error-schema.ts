import { API_ERROR_CODES, type ErrorCode, type ErrorDetails, ERRORS } from '../kernel/error-table';
import { decimal, listOfPlain, listOfThese, mapOf, type Schema, text } from '../http/answers/answer';
import { FIELD_PROBLEM } from '../http/answers/shared.answers';
import type { Audience } from './part';

type DetailName = { [Code in ErrorCode]: keyof NonNullable<ErrorDetails[Code]> }[ErrorCode];

const CONSOLE_DETAILS = {
  header: text('not_found of an account: the header that named it.'),
  voice_test_id: text('voice_test_running: the one that runs.'),
  account_id: text('voice_test_running: the account of the one that runs, when it is another.'),
};

const DETAILS = {
  errors: listOfThese(FIELD_PROBLEM, 'invalid_request: every field with a problem, each once.'),
  rejected: listOfPlain(
    mapOf(null, 'A row, as in an answer.'),
    'invalid_request of POST /batches without one usable row: the rows that were left out.',
  ),
  call_id: text('call_already_queued: the call that waits.'),
  status: text('call_not_cancelable, human_call_not_cancelable: the current status.'),
  updated_at: text('version_conflict: the current version.', { format: 'date-time' }),
  agent_id: text(
    'agent_not_found, agent_disabled, agent_inbound_only, agent_cannot_talk; agent_name_taken: of the other agent.',
  ),
  tool_id: text('tool_name_taken: of the other tool.'),
  agent_ids: listOfPlain(text('An agent.'), 'tool_in_use: the agents that use it.'),
  available: decimal('insufficient_credits: what is there.'),
  required: decimal('insufficient_credits: the price of one minute.', { minimum: 0 }),
  required_scope: text('insufficient_scope: the scope that the key lacks.'),
  field: text('422: the field that one of the options belongs to; agent_cannot_talk: language or tts_model.'),
  valid: listOfPlain(text('An option.'), '422: the valid options.'),
  reason: text('counsellor_unavailable, agent_cannot_talk: why.'),
  fields: listOfPlain(text('A field.'), 'counsellor_not_manageable: the fields that were sent.'),
  since: text('do_not_call: when the number was put on the list.', { format: 'date-time' }),
} satisfies Record<Exclude<DetailName, keyof typeof CONSOLE_DETAILS>, { readonly schema: Schema }>;

export const ERROR_NAME = 'Error';

export function errorSchema(audience: Audience): Schema {
  const details = audience === 'console' ? { ...DETAILS, ...CONSOLE_DETAILS } : DETAILS;
  return {
    type: 'object',
    additionalProperties: false,
    required: ['error'],
    description: 'Why a request was refused.',
    properties: {
      error: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'message', 'request_id'],
        properties: {
          code: {
            type: 'string',
            enum: codesFor(audience),
            description: 'Stable; branch on it.',
          },
          message: { type: 'string', description: 'For people; wording may change.' },
          request_id: {
            type: 'string',
            pattern: '^req_[0-9a-z]+$',
            description: 'Also in the X-Request-Id header.',
          },
          details: {
            type: 'object',
            additionalProperties: false,
            description: 'What the code has to tell beside its message.',
            properties: Object.fromEntries(
              Object.entries(details).map(([name, { schema }]) => [name, schema]),
            ),
          },
        },
      },
    },
  };
}

function codesFor(audience: Audience): ErrorCode[] {
  return audience === 'console' ? (Object.keys(ERRORS) as ErrorCode[]) : API_ERROR_CODES;
}

export const EXAMPLES_OF_ERRORS = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { message, details }]) => {
    const error = { code, message, request_id: 'req_01kaf5v7m2q9x3t8w4z6c1b0dn' };
    return [code, { value: { error: details === undefined ? error : { ...error, details } } }];
  }),
);
