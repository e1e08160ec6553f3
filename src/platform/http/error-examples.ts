import type { ErrorCode, ErrorDetails } from '../kernel/domain-error';
import { decimal, listOfPlain, listOfThese, mapOf, type Schema, text } from './answer';
import { FIELD_PROBLEM } from './shared.answers';

type Words<Code extends ErrorCode> = undefined extends ErrorDetails[Code]
  ? readonly [message: string]
  : readonly [message: string, details: ErrorDetails[Code]];

const AGENT = { agent_id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as' };

/** What each error may look like; the compiler keeps the details as decided. */
const ERROR_EXAMPLES: { readonly [Code in ErrorCode]: Words<Code> } = {
  invalid_request: [
    'The request is not valid: see details.errors (phone_number).',
    { errors: [FIELD_PROBLEM.example] },
  ],
  missing_api_key: ['Send your API key in the header X-API-Key (or Authorization: Bearer).'],
  invalid_api_key: ['The API key is not one that works: unknown, revoked or expired.'],
  insufficient_credits: ['Not enough credits for one minute of talk.', { available: 2.5, required: 6 }],
  insufficient_scope: ['This key lacks the scope calls:write.', { required_scope: 'calls:write' }],
  product_not_enabled: ['This key is not an AI calling key.'],
  counsellor_not_manageable: [
    'The API may not change this person: they are staff, or their login is shared.',
    { fields: ['name'] },
  ],
  not_found: ['There is nothing with this id in the account.'],
  agent_not_found: ['There is no agent with this id in the account.', AGENT],
  counsellor_not_found: ['There is no counsellor with this id in the account.'],
  method_not_allowed: ['This path does not take PUT; it takes GET, HEAD, POST.'],
  call_already_queued: [
    'This number already has a waiting call: see details.call_id.',
    { call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn' },
  ],
  idempotency_key_reused: ['This Idempotency-Key was used with a different body.'],
  call_not_cancelable: [
    'Only a queued call can be canceled; this one is past queued.',
    { status: 'in_progress' },
  ],
  human_call_not_cancelable: ['Somebody talks already, or the call is over.', { status: 'in_progress' }],
  agent_disabled: ['The agent is turned off.', AGENT],
  agent_inbound_only: ['The agent only answers calls; it cannot place any.', AGENT],
  agent_name_taken: ['An agent of the account is already called "Admissions, Hinglish".', AGENT],
  version_conflict: [
    'The agent was saved since: read it again and repeat the change.',
    { updated_at: '2026-11-20T09:20:31.904Z' },
  ],
  counsellor_unavailable: [
    'The counsellor cannot take a call now.',
    { reason: 'No mobile number on the profile.' },
  ],
  email_in_use_elsewhere: ['The login with this e-mail belongs to another account.'],
  carrier_extension_taken: ['Another counsellor of the account has this carrier_extension.'],
  no_default_agent: ['The account has no default agent: send agent_id.'],
  do_not_call: [
    'The contact asked not to be called: the number is on the do-not-call list.',
    { since: '2026-11-20T09:16:21.007Z' },
  ],
  invalid_voice: ['"Bob" is not a voice of google.', { field: 'voice', valid: ['Aoede', 'Kore'] }],
  unsupported_tts_model: [
    'There is no voice engine "acme".',
    { field: 'tts_model', valid: ['google', 'sarvam'] },
  ],
  unsupported_language: [
    'The language "klingon" is not supported.',
    { field: 'language', valid: ['hinglish', 'hindi', 'english'] },
  ],
  voice_language_mismatch: [
    'The voice engine openai does not speak odia.',
    { field: 'tts_model', valid: ['sarvam'] },
  ],
  booking_page_not_found: [
    '"bpage_1" is not a booking page of the account.',
    { field: 'booking_page_id', valid: [] },
  ],
  invalid_agent: [
    'Send rule 0: template_name must be an approved WhatsApp template of the account.',
    { field: 'send_rules[0].template_name', valid: ['welcome'] },
  ],
  rate_limited: ['More than 300 requests in a minute with this key: try again in 7 s.'],
  internal_error: ['Something went wrong on our side. Try again with backoff.'],
  auth_unavailable: ['Keys cannot be checked right now: try again shortly.'],
};

type DetailName = { [Code in ErrorCode]: keyof NonNullable<ErrorDetails[Code]> }[ErrorCode];

const DETAILS = {
  errors: listOfThese(FIELD_PROBLEM, 'invalid_request: every field with a problem, each once.'),
  rejected: listOfPlain(
    mapOf(null, 'A row, as in an answer.'),
    'invalid_request of POST /batches without one usable row: the rows that were left out.',
  ),
  call_id: text('call_already_queued: the call that waits.'),
  status: text('call_not_cancelable, human_call_not_cancelable: the current status.'),
  updated_at: text("version_conflict: the agent's current version.", { format: 'date-time' }),
  agent_id: text(
    'agent_not_found, agent_disabled, agent_inbound_only; agent_name_taken: of the other agent.',
  ),
  available: decimal('insufficient_credits: what is there.'),
  required: decimal('insufficient_credits: the price of one minute.', { minimum: 0 }),
  required_scope: text('insufficient_scope: the scope that the key lacks.'),
  field: text('422: the field that one of the options belongs to.'),
  valid: listOfPlain(text('An option.'), '422: the valid options.'),
  reason: text('counsellor_unavailable: why.'),
  fields: listOfPlain(text('A field.'), 'counsellor_not_manageable: the fields that were sent.'),
  since: text('do_not_call: when the number was put on the list.', { format: 'date-time' }),
} satisfies Record<DetailName, { readonly schema: Schema }>;

/** The component of the error envelope: one type for all clients. */
export const ERROR_NAME = 'Error';

/** The error envelope. Which codes an answer may have, and their details, its examples show. */
export const ERROR_SCHEMA: Schema = {
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
          enum: Object.keys(ERROR_EXAMPLES),
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
          properties: Object.fromEntries(Object.entries(DETAILS).map(([name, { schema }]) => [name, schema])),
        },
      },
    },
  },
};

/** What each error may look like, by its code: components of the document. */
export const EXAMPLES_OF_ERRORS = Object.fromEntries(
  Object.entries(ERROR_EXAMPLES).map(([code, [message, details]]) => {
    const error = { code, message, request_id: 'req_01kaf5v7m2q9x3t8w4z6c1b0dn' };
    return [code, { value: { error: details === undefined ? error : { ...error, details } } }];
  }),
);
