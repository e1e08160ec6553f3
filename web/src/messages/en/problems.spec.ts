import { fieldLabel, problemSentence } from './problems';

describe('texts of problems', () => {
  it.each([
    ['phone_number', 'Phone number'],
    ['contact.name', 'Name'],
    ['calls[3].phone_number', 'Phone number'],
    ['agent_id', 'Agent'],
    ['draft.system_prompt', 'Script'],
    ['voicemail.message', 'Message'],
    ['account_name', 'Name of the account'],
    ['timezone', 'Time zone'],
    ['number', 'Phone number'],
    ['booking_page_id', 'Booking page'],
    ['calling_hours.from', 'Calls from'],
    ['query.from', 'From'],
    ['listening_notice', 'Text of the notice'],
    ['retry.wait_minutes[1]', 'Minutes between attempts'],
  ])('name %s as the page does: %s', (field, label) => {
    expect(fieldLabel(field)).toBe(label);
  });

  it.each([
    ['name', 'is required', 'Name must be filled in.'],
    ['password', 'must have at least 12 characters (it has 0)', 'Password must be filled in.'],
    [
      'recall_gap_minutes',
      'must be from 0 to 1440',
      'Minutes between two calls to a number must be from 0 to 1440 minutes.',
    ],
    ['query.to', 'must not be before from', 'To must not be before the first day.'],
    ['query.to', 'must be at most 92 days, with from', 'To must be within 92 days, the first one included.'],
    [
      'query.starting_after',
      'must be the id of a do-not-call entry (its phone_number) of the account',
      'Start of this page is no longer there.',
    ],
    ['url', 'must begin with https://', 'URL must begin with https://.'],
    [
      'phone_number',
      'must be a phone number in E.164 with its + and country code, such as +919876543210',
      'Phone number must be whole, with + and its country code, such as +919876543210.',
    ],
    [
      'phone_number',
      'must have as many digits as numbers of its country have',
      'Phone number must have as many digits as numbers of its country have, such as +919876543210.',
    ],
    ['calling_hours.to', 'must differ from from', 'Calls until must be another time than “Calls from”.'],
    [
      'headers[0].value',
      'must have 1 to 4096 visible ASCII characters',
      'Value must have 1 to 4096 visible ASCII characters.',
    ],
    [
      'name',
      'Another tool of the account has the name x: see details.tool_id.',
      'Another tool of the account has the name x.',
    ],
    ['voice', '"Bob" is not a voice of google.', '"Bob" is not a voice of google.'],
  ])('describe the problem of %s: %s', (field, message, sentence) => {
    expect(problemSentence(field, message)).toBe(sentence);
  });
});
