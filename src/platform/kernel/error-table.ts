/** `field` is a path such as `calls[3].phone_number`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ErrorRow<Details> {
  readonly status: number;
  readonly message: string;
  readonly details: Details;
}

function row(status: number, message: string): ErrorRow<undefined>;
function row<Details extends object | undefined>(
  status: number,
  message: string,
  details: Details,
): ErrorRow<Details>;
function row(status: number, message: string, details?: object): ErrorRow<object | undefined> {
  return { status, message, details };
}

const AGENT: { readonly agent_id: string } = { agent_id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as' };

const TOOL: { readonly tool_id: string } = { tool_id: 'tool_01kaf5t2c8e4r6y0u2i4o6p8at' };

interface OneOfTheOptions {
  readonly field: string;
  readonly valid: readonly string[];
}

const oneOf = (field: string, ...valid: string[]): OneOfTheOptions => ({ field, valid });

interface InvalidRequest {
  readonly errors: readonly FieldProblem[];
  readonly rejected?: readonly unknown[];
}

/** Every error code of /v1. Status, message, details and their types derive from a line here. */
const API_ERRORS = {
  invalid_request: row<InvalidRequest>(400, 'The request is not valid: see details.errors (phone_number).', {
    errors: [{ field: 'phone_number', message: 'is required' }],
  }),
  missing_api_key: row(401, 'Send your API key in the header X-API-Key (or Authorization: Bearer).'),
  invalid_api_key: row(401, 'The API key is not one that works: unknown, revoked or expired.'),
  insufficient_credits: row(402, 'Not enough credits for one minute of talk.', {
    available: 2.5,
    required: 6,
  }),
  insufficient_scope: row(403, 'This key lacks the scope calls:write.', { required_scope: 'calls:write' }),
  product_not_enabled: row(403, 'This key is not an AI calling key.'),
  counsellor_not_manageable: row<{ readonly fields: readonly string[] }>(
    403,
    'The API may not change this person: they are staff, or their login is shared.',
    { fields: ['name'] },
  ),
  not_found: row<{ readonly header: string } | undefined>(
    404,
    'There is nothing with this id in the account.',
    undefined,
  ),
  agent_not_found: row(404, 'There is no agent with this id in the account.', AGENT),
  counsellor_not_found: row(404, 'There is no counsellor with this id in the account.'),
  method_not_allowed: row(405, 'This path does not take PUT; it takes GET, HEAD, POST.'),
  call_already_queued: row(409, 'This number already has a waiting call: see details.call_id.', {
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
  }),
  idempotency_key_reused: row(409, 'This Idempotency-Key was used with a different body.'),
  call_not_cancelable: row(409, 'Only a queued call can be canceled; this one is past queued.', {
    status: 'in_progress',
  }),
  human_call_not_cancelable: row(409, 'Somebody talks already, or the call is over.', {
    status: 'in_progress',
  }),
  agent_disabled: row(409, 'The agent is turned off.', AGENT),
  agent_inbound_only: row(409, 'The agent only answers calls; it cannot place any.', AGENT),
  agent_cannot_talk: row(409, 'The agent cannot talk on real calls: No STT engine for tamil.', {
    ...AGENT,
    field: 'language',
    reason: 'No STT engine for tamil.',
  }),
  agent_name_taken: row(409, 'An agent of the account is already called "Admissions, Hinglish".', AGENT),
  tool_name_taken: row(409, 'Another tool of the account has the name order_status.', TOOL),
  tool_in_use: row<{ readonly agent_ids: readonly string[] }>(
    409,
    'Agents use the tool: see details.agent_ids.',
    {
      agent_ids: [AGENT.agent_id],
    },
  ),
  version_conflict: row(409, 'The agent was saved since: read it again and repeat the change.', {
    updated_at: '2026-11-20T09:20:31.904Z',
  }),
  counsellor_unavailable: row(409, 'The counsellor cannot take a call now.', {
    reason: 'No mobile number on the profile.',
  }),
  email_in_use_elsewhere: row(409, 'The login with this e-mail belongs to another account.'),
  carrier_extension_taken: row(409, 'Another counsellor of the account has this carrier_extension.'),
  no_default_agent: row(409, 'The account has no default agent: send agent_id.'),
  do_not_call: row(409, 'The contact asked not to be called: the number is on the do-not-call list.', {
    since: '2026-11-20T09:16:21.007Z',
  }),
  invalid_voice: row(422, '"Bob" is not a voice of google.', oneOf('voice', 'Aoede', 'Kore')),
  unsupported_tts_model: row(422, 'There is no voice engine "acme".', oneOf('tts_model', 'google', 'sarvam')),
  unsupported_language: row(
    422,
    'The language "klingon" is not supported.',
    oneOf('language', 'hinglish', 'hindi', 'english'),
  ),
  voice_language_mismatch: row(
    422,
    'The voice engine openai does not speak odia.',
    oneOf('tts_model', 'sarvam'),
  ),
  booking_page_not_found: row(
    422,
    '"bpage_1" is not a booking page of the account.',
    oneOf('booking_page_id'),
  ),
  invalid_agent: row(
    422,
    'Send rule 0: template_name must be an approved WhatsApp template of the account.',
    oneOf('send_rules[0].template_name', 'welcome'),
  ),
  rate_limited: row(429, 'More than 300 requests in a minute with this key: try again in 7 s.'),
  internal_error: row(
    500,
    'Something went wrong on our side. Try again with backoff; the request id finds it in the log.',
  ),
  auth_unavailable: row(503, 'Keys cannot be checked right now: try again shortly.'),
};

const CONSOLE_ERRORS = {
  not_signed_in: row(401, 'You are not signed in, or no longer: sign in.'),
  wrong_credentials: row(401, 'E-mail or password is not right.'),
  cross_origin: row(
    403,
    'The request comes from https://example.com, and this is http://127.0.0.1:3000: set PUBLIC_URL or pass Host.',
  ),
  confirmation_needed: row(403, 'Confirm your password first: the last time is more than 12 hours ago.'),
  member_not_manageable: row(403, 'The login of this member also belongs to another account.'),
  voice_tests_off: row(409, 'Voice tests are off in this account: the operator turns them on.'),
  voice_test_running: row<{ readonly voice_test_id: string; readonly account_id?: string }>(
    409,
    'You are in a voice test already: see details.voice_test_id.',
    { voice_test_id: 'vtest_01kaf5v7m2q9x3t8w4z6c1b0dn' },
  ),
  no_room: row(409, 'There is no room for a voice test now: All 2 voice tests of the account are in use.', {
    reason: 'All 2 voice tests of the account are in use.',
  }),
  trial_phone_exists: row(
    409,
    'The account has a trial phone already: remove it first, or ask for a new password.',
  ),
  trial_phone_off: row(409, 'Trial phones are off in this account: the operator turns them on.'),
  no_softphone: row(409, 'No softphone is registered: set one up, and wait until it is registered.'),
  not_listenable: row(409, 'Nobody can listen to this call: it is not in progress.', {
    reason: 'not_in_progress',
  }),
  last_admin: row(409, 'This is the last active admin of the account: make another member an admin first.'),
  setting_locked: row<{ readonly fields: readonly string[] }>(409, 'The operator sets this: queue_hours.', {
    fields: ['queue_hours'],
  }),
};

export const ERRORS = { ...API_ERRORS, ...CONSOLE_ERRORS };

export const API_ERROR_CODES = Object.keys(API_ERRORS) as ErrorCode[];

/** Stable: clients branch on it. */
export type ErrorCode = keyof typeof ERRORS;

export type ErrorDetails = { readonly [Code in ErrorCode]: (typeof ERRORS)[Code]['details'] };
