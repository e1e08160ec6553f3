import { AGENT_LIMITS } from './agent-limits';
import { OF_CHOICES } from './agents-choices.cases';
import { badTexts, type FieldCase, kept, otherTypes, refused } from './field-cases';

/** What a field is beyond its limits. */
interface Kind {
  readonly required: boolean;
  readonly nullable: boolean;
  /** What a new agent has when the field is left out. */
  readonly unset?: unknown;
}

export const FIELDS: Readonly<Record<string, Kind>> = {
  name: { required: true, nullable: false },
  opening_line: { required: true, nullable: false },
  system_prompt: { required: true, nullable: false },
  enabled: { required: false, nullable: false, unset: true },
  direction: { required: false, nullable: false, unset: 'outbound' },
  language: { required: false, nullable: true, unset: null },
  tts_model: { required: false, nullable: false, unset: 'google' },
  voice: { required: false, nullable: false, unset: 'Aoede' },
  extraction_questions: { required: false, nullable: false, unset: [] },
  dispositions: { required: false, nullable: false, unset: [] },
  handoff_numbers: { required: false, nullable: false, unset: [] },
  max_call_minutes: { required: false, nullable: true, unset: null },
  pace: { required: false, nullable: true, unset: null },
  temperature: { required: false, nullable: true, unset: null },
  voice_modulation: { required: false, nullable: true, unset: null },
  booking_page_id: { required: false, nullable: true, unset: null },
  send_rules: { required: false, nullable: false, unset: [] },
  voicemail: { required: false, nullable: false, unset: { action: 'leave_message', message: null } },
  interruption: { required: false, nullable: false, unset: 'normal' },
  patience: { required: false, nullable: false, unset: 'normal' },
  keyterms: { required: false, nullable: false, unset: [] },
  pronunciations: { required: false, nullable: false, unset: [] },
};

function text(
  field: string,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): FieldCase[] {
  return [
    kept(field, `min ${minLength}`, 'x'.repeat(minLength)),
    kept(field, `max ${maxLength}`, 'y'.repeat(maxLength)),
    kept(field, `max ${maxLength}, three bytes each`, 'न'.repeat(maxLength)),
    kept(field, `max ${maxLength}, a pair of units each`, '😀'.repeat(maxLength)),
    refused(field, `below min`, 'x'.repeat(minLength - 1)),
    refused(field, `beyond max`, 'x'.repeat(maxLength + 1)),
    refused(field, `beyond max, a pair of units each`, '😀'.repeat(maxLength + 1)),
    ...badTexts(field),
  ];
}

function textList(
  field: string,
  { maxItems, minLength, maxLength }: { maxItems: number; minLength: number; maxLength: number },
): FieldCase[] {
  const items = (count: number, item: unknown) => Array.from({ length: count }, () => item);
  return [
    kept(field, 'no item', []),
    kept(field, `max ${maxItems} items`, items(maxItems, 'x')),
    kept(field, `an item of min ${minLength}`, ['x'.repeat(minLength)]),
    kept(field, `items of max ${maxLength}`, items(maxItems, '😀'.repeat(maxLength))),
    kept(field, 'blanks to the letter', [' x ']),
    refused(field, 'an item beyond max items', items(maxItems + 1, 'x')),
    refused(field, 'an item beyond max', ['x', 'x'.repeat(maxLength + 1)]),
    refused(field, 'an item below min', ['x', 'x'.repeat(minLength - 1)]),
    refused(field, 'null as an item', ['x', null]),
    refused(field, 'a number as an item', [7]),
    refused(field, 'an item with NUL', ['\0']),
    refused(field, 'an item with half of a surrogate pair', ['\udc00']),
    ...otherTypes(field, 'array'),
  ];
}

function number(
  field: string,
  { min, max }: { min: number; max: number },
  step: number,
  whole: boolean,
): FieldCase[] {
  return [
    kept(field, `min ${min}`, min),
    kept(field, `max ${max}`, max),
    kept(field, 'between', min + step),
    refused(field, 'below min', min - step),
    refused(field, 'beyond max', max + step),
    refused(field, 'far beyond', 1e300),
    refused(field, 'zero or less', -1),
    ...(whole ? [refused(field, 'a fraction', min + 0.5)] : [kept(field, 'exact decimals', 1.1)]),
    ...otherTypes(field, 'number'),
  ];
}

function phones(field: string, { maxItems }: { maxItems: number }): FieldCase[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `+9198765432${10 + at}`);
  return [
    kept(field, 'no item', []),
    kept(field, `max ${maxItems} items`, numbers(maxItems)),
    kept(
      field,
      'formatted numbers',
      ['+91 (98765) 432-10', '+1.415.555.2671'],
      ['+919876543210', '+14155552671'],
    ),
    refused(field, 'an item beyond max items', numbers(maxItems + 1)),
    refused(field, 'a number without +', ['+919876543210', '919876543210']),
    refused(field, 'a number too short', ['+9198765']),
    refused(field, 'an emergency number', ['+91112']),
    refused(field, 'a premium-rate number', ['+19005551234']),
    refused(field, 'a satellite number', ['+881612345678']),
    refused(field, 'an empty item', ['']),
    refused(field, 'null as an item', [null]),
    refused(field, 'a number as an item', [919876543210]),
    ...otherTypes(field, 'array'),
  ];
}

function sendRules(
  field: string,
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): FieldCase[] {
  const mail = (body: string) => ({ action_type: 'send_email', message_body: body });
  const frame = JSON.stringify([mail('')]).length;
  return [
    kept(field, 'no rule', []),
    kept(
      field,
      `max ${maxItems} rules`,
      Array.from({ length: maxItems }, () => mail('x')),
    ),
    kept(field, `max ${maxBytes} bytes`, [mail('x'.repeat(maxBytes - frame))]),
    kept(field, 'anything besides', [
      { when: { meeting_requested: true, a: [1, null, { b: 1.5 }] }, ...mail('{{name}}') },
    ]),
    refused(
      field,
      'a rule beyond max',
      Array.from({ length: maxItems + 1 }, () => mail('x')),
    ),
    refused(field, 'a byte beyond max', [mail('x'.repeat(maxBytes - frame + 1))]),
    refused(field, 'bytes beyond max in few characters', [
      mail('न'.repeat(Math.ceil((maxBytes - frame) / 3) + 1)),
    ]),
    refused(field, 'null as a rule', [null]),
    refused(field, 'a text as a rule', ['send_email']),
    refused(field, 'an array as a rule', [[]]),
    refused(field, 'a value with NUL', [{ ...mail('x'), when: ['\0'] }]),
    refused(field, 'a key with half of a surrogate pair', [{ ...mail('x'), '\ud800': 1 }]),
    ...otherTypes(field, 'array'),
  ];
}

function voicemail({ maxLength }: { maxLength: number }): FieldCase[] {
  const message = (text: unknown) => ({ action: 'leave_message', message: text });
  return [
    kept('voicemail', 'hang up', { action: 'hang_up' }, { action: 'hang_up', message: null }),
    kept('voicemail', 'nothing in it', {}, message(null)),
    kept('voicemail', 'a message alone', { message: 'x' }, message('x')),
    kept('voicemail', `a message of ${maxLength}`, message('न'.repeat(maxLength))),
    refused('voicemail.message', 'a message beyond max', message('x'.repeat(maxLength + 1))),
    refused('voicemail.message', 'an empty message', message('')),
    refused('voicemail.message', 'a message with NUL', message('\0')),
    refused('voicemail.message', 'a number as message', message(7)),
    refused('voicemail.action', 'another action', { action: 'sing' }),
    refused('voicemail.action', 'no action', { action: null }),
    refused('voicemail.beep', 'an unknown key', { action: 'hang_up', beep: 1 }),
    refused('voicemail', 'a text', 'hang_up'),
    refused('voicemail', 'a list', []),
  ];
}

function pronunciations({ maxItems, text: word, say }: (typeof AGENT_LIMITS)['pronunciations']): FieldCase[] {
  const field = 'pronunciations';
  const one = { text: 'B.Tech', say: 'bee tech' };
  return [
    kept(field, 'none', []),
    kept(
      field,
      `max ${maxItems}`,
      Array.from({ length: maxItems }, () => one),
    ),
    kept(field, 'the longest', [{ text: 'न'.repeat(word.maxLength), say: 'y'.repeat(say.maxLength) }]),
    refused(
      field,
      'an item beyond max',
      Array.from({ length: maxItems + 1 }, () => one),
    ),
    refused(`${field}[0].text`, 'a word beyond max', [{ ...one, text: 'x'.repeat(word.maxLength + 1) }]),
    refused(`${field}[1].say`, 'a sound beyond max', [one, { ...one, say: 'x'.repeat(say.maxLength + 1) }]),
    refused(`${field}[0].text`, 'an empty word', [{ ...one, text: '' }]),
    refused(`${field}[0].say`, 'no sound', [{ text: 'x' }]),
    refused(`${field}[0].as`, 'an unknown key', [{ ...one, as: 'x' }]),
    refused(`${field}[0]`, 'a text as an item', ['x']),
    refused(`${field}[0]`, 'null as an item', [null]),
    ...otherTypes(field, 'array'),
  ];
}

/** The cases of every limit; a limit without a line here does not compile. */
const OF_LIMITS: { readonly [Limit in keyof typeof AGENT_LIMITS]: readonly FieldCase[] } = {
  name: [
    ...text('name', AGENT_LIMITS.name),
    kept(
      'name',
      'blanks around, trimmed first',
      `  ${'z'.repeat(AGENT_LIMITS.name.maxLength)}\n`,
      'z'.repeat(128),
    ),
    refused('name', 'blanks alone', ' \t\n'),
  ],
  openingLine: [
    ...text('opening_line', AGENT_LIMITS.openingLine),
    kept('opening_line', 'to the letter', ' x\n'),
  ],
  systemPrompt: [
    ...text('system_prompt', AGENT_LIMITS.systemPrompt),
    kept('system_prompt', 'to the letter', '\tx '),
  ],
  extractionQuestions: textList('extraction_questions', AGENT_LIMITS.extractionQuestions),
  dispositions: textList('dispositions', AGENT_LIMITS.dispositions),
  handoffNumbers: phones('handoff_numbers', AGENT_LIMITS.handoffNumbers),
  maxCallMinutes: number('max_call_minutes', AGENT_LIMITS.maxCallMinutes, 1, true),
  pace: number('pace', AGENT_LIMITS.pace, 0.001, false),
  temperature: number('temperature', AGENT_LIMITS.temperature, 0.001, false),
  voiceModulation: number('voice_modulation', AGENT_LIMITS.voiceModulation, 0.001, false),
  sendRules: sendRules('send_rules', AGENT_LIMITS.sendRules),
  voicemailMessage: voicemail(AGENT_LIMITS.voicemailMessage),
  keyterms: textList('keyterms', AGENT_LIMITS.keyterms),
  pronunciations: pronunciations(AGENT_LIMITS.pronunciations),
};

/** Every generated case: min, max, beyond and wrong types of every writable field. */
export const FIELD_CASES: readonly FieldCase[] = [...Object.values(OF_LIMITS).flat(), ...OF_CHOICES];
