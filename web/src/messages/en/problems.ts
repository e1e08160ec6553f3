import { inWords } from '../../lib/text';

/** Where a field's label is not its name in words. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['contact.name', 'Name'],
  ['contact.email', 'E-mail'],
  ['email', 'E-mail'],
  ['external_id', 'External id'],
  ['agent_id', 'Agent'],
  ['counsellor_id', 'Counsellor'],
  ['batch_id', 'Batch'],
  ['scheduled_for', 'Not before'],
  ['local', 'Time'],
  ['since', 'Since'],
  ['url', 'URL'],
  ['q', 'Find'],
  ['tts_model', 'Voice engine'],
  ['system_prompt', 'Script'],
  ['extraction_questions', 'Questions'],
  ['dispositions', 'Outcome labels'],
  ['disposition', 'Outcome'],
  ['handoff_numbers', 'Hand-off numbers'],
  ['tool_ids', 'Tools'],
  ['max_call_minutes', 'Longest call in minutes'],
  ['wait_minutes', 'Minutes between attempts'],
  ['recall_gap_minutes', 'Minutes between two calls to a number'],
  ['test', 'Test call'],
  ['starting_after', 'Start of this page'],
  ['account_name', 'Name of the account'],
  ['timezone', 'Time zone'],
  ['number', 'Phone number'],
  ['booking_page_id', 'Booking page'],
  ['calling_hours.from', 'Calls from'],
  ['calling_hours.to', 'Calls until'],
  ['listening_notice', 'Text of the notice'],
]);

const UNITS: ReadonlyMap<string, string> = new Map([
  ['recall_gap_minutes', 'minutes'],
  ['max_human_minutes', 'minutes'],
  ['max_call_minutes', 'minutes'],
  ['queue_hours', 'hours'],
  ['daily_per_number', 'calls'],
]);

const PHONE = /phone|mobile|number/;

/** `query.from` is "From", `calls[3].phone_number` is "Phone number". */
export function fieldLabel(field: string): string {
  // A place within JSON stays as it is.
  if (/^(?:parameters|mock_result|arguments)[.[]/.test(field)) return field;
  const path = field.replace(/^(?:query|headers|draft)\./, '').replaceAll(/\[\d+\]/g, '');
  const last = path.split('.').at(-1) ?? path;
  return LABELS.get(path) ?? LABELS.get(last) ?? inWords(last);
}

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^(?:is required|must not be empty)$/, 'must be filled in'],
  [/^must have at least \d+ characters \(it has 0\)$/, 'must be filled in'],
  [/^must be a string$/, 'must be text'],
  [/^must be a number$/, 'must be a number, such as 1.5'],
  [/^must be a whole number$/, 'must be a whole number, such as 5'],
  [/^must be a phone number in E\.164/, 'must be whole, with + and its country code, such as +919876543210'],
  [/^must be an instant /, 'must be a date and time, such as 21 Nov 2026, 09:00'],
  [/^must be a local time /, 'must be a date and time, such as 21 Nov 2026, 09:00'],
  [/NUL character|surrogate/, 'has a character that cannot be stored: type it again'],
  [/^must be the id of an? .+ of the account$/, 'is no longer there'],
  [/^must not be before from$/, 'must not be before the first day'],
  [/^must differ from from$/, 'must be another time than “Calls from”'],
  [/^must be at most (\d+) days, with from$/, 'must be within $1 days, the first one included'],
];

/** What is wrong, for people, with units and an example. */
export function problemInWords(field: string, message: string): string {
  for (const [pattern, words] of PLAIN) {
    const [found, count = ''] = pattern.exec(message) ?? [];
    if (found !== undefined) return words.replace('$1', count);
  }
  const last = field.split('.').at(-1) ?? field;
  const unit = UNITS.get(last);
  if (unit !== undefined && /^must be from [\d.]+ to [\d.]+$/.test(message)) return `${message} ${unit}`;
  if (PHONE.test(last) && /digit|country code|\+/.test(message) && !message.includes('such as'))
    return `${message}, such as +919876543210`;
  return message;
}

/** "Phone number must be filled in." */
export function problemSentence(field: string, message: string): string {
  // Sentences of their own stay, without the place where a program finds more.
  if (/^["\p{Lu}]/u.test(message)) return message.replace(/[:,] see details\.\w+(?=\.$)/, '');
  return `${fieldLabel(field)} ${problemInWords(field, message)}.`;
}

const NOT_OFFERED =
  'The service does not offer this: its operator has turned it off, or this page is older than the service. Reload the page.';

/** Sentences instead of those that the API has for developers, by the code of an error or by its message. */
export const failures: ReadonlyMap<string, string> = new Map([
  ['call_already_queued', 'This number already has a waiting call.'],
  ['do_not_call', 'This number asked not to be called: it is on the do-not-call list of the account.'],
  [
    'The account has no webhook endpoint: set one with PUT /v1/webhook.',
    'The account has no endpoint any more: set one first.',
  ],
  ['no_default_agent', 'Choose an agent: the account has no default agent.'],
  [
    'insufficient_scope',
    'Your roles in this account do not allow this. An admin of the account can change them.',
  ],
  ['carrier_extension_taken', 'Another counsellor of the account has this carrier extension.'],
  ['call_not_cancelable', 'Only a waiting call can be canceled; this one is not waiting any more.'],
  ['idempotency_key_reused', 'This was sent before with other values. Change something, and send it again.'],
  [
    'Something went wrong on our side. Try again with backoff; the request id finds it in the log.',
    'Something went wrong on our side. Try again in a minute.',
  ],
  ['There is nothing at this path. The API is described at /docs.', NOT_OFFERED],
  ['There is nothing at this path.', NOT_OFFERED],
  ['auth_unavailable', 'The service cannot check who you are right now. Try again in a minute.'],
  ['tool_in_use', 'Agents use this tool: take it from them first.'],
  ['voice_test_running', 'You are in a voice test already: end it first.'],
]);

export const failure = {
  invalid: 'Some of it is not right:',
  operatorSets: (labels: readonly string[]) =>
    `The operator of this service sets this: ${labels.join(', ')}.`,
  openCall: 'Open that call',
  forSupport: 'For support',
};
