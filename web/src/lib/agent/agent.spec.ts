import type { components } from '../../api/api.gen';
import { entriesOf } from '../text';
import { NEW_RULE, SEND_RULES } from './codecs';
import { copyName, countLines, countRules, countText, lengthOf } from './counts';
import { draftOf } from './drafts';
import { changesOf, documentOf, formOf, newAgentOf, rebased, typedOf } from './form';

import { fieldOf, problemAt, problemBelow, problemWithin } from './problems';

/** What the editor changes: everything but being on, which has a button. */
type Edited = Exclude<
  keyof components['schemas']['ChangeAgentRequest'],
  'enabled' | 'expected_updated_at' | 'dry_run'
>;

/** An agent as the API answers it, with every field set. */
const AGENT: Record<Edited, unknown> = {
  name: 'Asha',
  direction: 'both',
  language: 'hinglish',
  tts_model: 'google',
  voice: 'Aoede',
  opening_line: 'Namaste {{contact_name}}',
  system_prompt: 'Ask.\n\nListen.',
  extraction_questions: ['Budget?', 'Two\nlines?'],
  dispositions: ['Interested'],
  handoff_numbers: ['+919876543210'],
  max_call_minutes: 5,
  pace: 1.1,
  temperature: null,
  voice_modulation: 1.5,
  booking_page_id: 'bpage_1',
  send_rules: [{ action_type: 'send_email', message_body: 'Hi', when: { meeting_requested: true } }],
  voicemail: { action: 'hang_up', message: null },
  interruption: 'low',
  patience: 'patient',
  keyterms: ['B.Tech'],
  pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
  tool_ids: ['tool_2', 'tool_1'],
  built_in_tools: ['schedule_callback'],
};
const form = formOf(AGENT);

describe('the form of an agent', () => {
  it('equals the agent, every field of it', () => {
    expect(documentOf(form)).toEqual(AGENT);
    expect(changesOf(form, formOf(AGENT))).toEqual({});
  });

  it('sends only what has changed, and null for what was emptied', () => {
    const next = {
      ...form,
      pace: '',
      language: '',
      name: 'Ravi',
      voicemail: { action: 'hang_up', message: 'x' },
    };
    expect(changesOf(next, form)).toEqual({
      pace: null,
      language: null,
      name: 'Ravi',
      voicemail: { action: 'hang_up', message: 'x' },
    });
  });

  it.each([
    ['pace', '1.10'],
    ['extraction_questions', `\n  Budget?\n\n${form.extraction_questions.split('\n')[1] ?? ''}  \n`],
  ] as const)('treats %s in another spelling as unchanged', (field, typed) =>
    expect(changesOf({ ...form, [field]: typed }, form)).toEqual({}),
  );

  it.each([
    ['5', 5],
    [' 0.5 ', 0.5],
    ['', null],
    ['five', 'five'],
    ['1e999', '1e999'],
    ['1,5', '1,5'],
  ])('sends the number %j as %j', (typed, sent) =>
    expect(documentOf({ ...form, pace: typed })['pace']).toBe(sent),
  );

  it('begins a new agent as the service would, and omits unset fields', () => {
    const fresh = formOf({ tts_model: 'google' });
    expect(newAgentOf(fresh)).toEqual({
      name: '',
      direction: 'outbound',
      tts_model: 'google',
      opening_line: '',
      system_prompt: '',
      extraction_questions: [],
      dispositions: [],
      handoff_numbers: [],
      send_rules: [],
      voicemail: { action: 'leave_message', message: null },
      interruption: 'normal',
      patience: 'normal',
      keyterms: [],
      pronunciations: [],
      tool_ids: [],
      built_in_tools: [],
    });
  });

  it("preserves text that is typed during a save, and shows the service's form of the rest", () => {
    const sent = { ...form, name: ' Asha ', handoff_numbers: '+91 98765 43210' };
    const now = { ...sent, system_prompt: 'More.' };
    expect(rebased(now, sent, form)).toEqual({ ...form, system_prompt: 'More.' });
    expect(typedOf(now, form)).toEqual({
      name: ' Asha ',
      handoff_numbers: '+91 98765 43210',
      system_prompt: 'More.',
    });
  });
});

describe('send rules', () => {
  it.each([
    [{}],
    [{ action_type: 'send_whatsapp', template_name: 'x', lang: 'hi' }],
    [{ action_type: 5, message_body: '', when: {} }],
    [{ action_type: 'book_meeting', when: { meeting_requested: true, hour: 9 } }],
    [{ when: { meeting_requested: false } }],
    [{ when: 'later' }],
    [JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')],
  ])('preserve %j', (rule) => {
    const [sent] = SEND_RULES.sent(SEND_RULES.typed([rule])) as object[];
    expect(sent).toEqual(rule);
    expect(Object.keys(sent ?? {}).sort()).toEqual(Object.keys(rule as object).sort());
  });

  it.each([
    ['{"a": 1', '{"a": 1'],
    ['[1]', [1]],
    ['{"a": 1}', { action_type: 'send_whatsapp', a: 1 }],
  ])('send other keys %j as %j', (others, sent) =>
    expect(SEND_RULES.sent([{ ...NEW_RULE, others }])).toEqual([sent]),
  );
});

describe('drafts', () => {
  it('are read back', () => {
    const draft = { version: '2026-11-20T09:15:00.123Z', typed: { name: 'x', send_rules: [NEW_RULE] } };
    expect(draftOf(JSON.stringify(draft))).toEqual(draft);
  });

  it.each([
    ['', null],
    ['null', null],
    ['{"typed": 5}', null],
    ['{"version": 5, "typed": {"name": "x", "unknown": "y"}}', { version: null, typed: { name: 'x' } }],
    ['{"typed": {"name": 5, "voicemail": {"action": 1}, "send_rules": [{}], "constructor": "x"}}', null],
    ['{"typed": {"pronunciations": [null]}}', null],
  ])('read %s of another page as %j', (text, draft) => expect(draftOf(text)).toEqual(draft));
});

describe('counters', () => {
  it('count code points, entries and bytes', () => {
    expect(lengthOf('नमस्ते 👋')).toBe(8);
    expect(countText('abc', { length: 2 })).toEqual({ is: 3, of: 2 });
    expect(countLines('a\n\n bcd ', { entries: 50, length: 64 })).toEqual({
      entries: { is: 2, of: 50 },
      longest: { is: 3, of: 64 },
    });
    expect(countLines('', { entries: 10 })).toEqual({ entries: { is: 0, of: 10 }, longest: null });
    expect(countRules([{ ...NEW_RULE, message_body: 'é' }]).is).toBe(
      Buffer.byteLength('[{"action_type":"send_whatsapp","message_body":"é"}]'),
    );
    expect(entriesOf(' a \n\t\n')).toEqual(['a']);
  });

  it.each([
    ['Asha', 'Asha (copy)'],
    ['x'.repeat(128), `${'x'.repeat(121)} (copy)`],
    ['👋'.repeat(128), `${'👋'.repeat(121)} (copy)`],
    [`${'x'.repeat(120)} y`, `${'x'.repeat(120)} (copy)`],
  ])('truncate the name of a copy of %s to the limit', (name, copy) => {
    expect(copyName(name, ' (copy)')).toBe(copy);
    expect(lengthOf(copy)).toBeLessThanOrEqual(128);
  });
});

describe('problems', () => {
  const problems = [
    { field: 'voicemail.message', message: 'a' },
    { field: 'dispositions[1]', message: 'b' },
    { field: 'keyterms', message: 'c' },
  ];
  it.each([
    ['dispositions', { entry: 2, message: 'b' }],
    ['keyterms', { entry: null, message: 'c' }],
    ['voicemail', undefined],
    ['disp', undefined],
  ])('of the list %s are %j', (place, found) => expect(problemWithin(problems, place)).toEqual(found));
  it('of no single field stand with the rest', () => {
    const of = (field: string) =>
      problemBelow([{ field, message: 'x' }], 'send_rules[1]', ['.template_name']);
    expect(of('send_rules[1]')).toBe('x');
    expect(of('send_rules[1].when.hour')).toBe('x');
    expect(of('send_rules[1].template_name')).toBeUndefined();
    expect(of('send_rules[11]')).toBeUndefined();
    expect(of('send_rules')).toBeUndefined();
  });
  it('stand at their places', () => {
    expect(problemAt(problems, 'voicemail.message')).toBe('a');
    expect(problemAt(problems, 'voicemail')).toBeUndefined();
    expect(['voicemail.message', 'send_rules[0].x', 'name'].map(fieldOf)).toEqual([
      'voicemail',
      'send_rules',
      'name',
    ]);
  });
});
