import { answer, baseOf, inline, nullable, text } from './answer';
import { fieldNames } from './field-names';
import { oneOf } from './one-of.answers';

const BASE_FIELDS = { id: text('Id.') };
const BASE = baseOf('ThingFields', 'What every Thing has.', BASE_FIELDS);
const THING = answer(
  'Thing',
  'A thing.',
  { ...BASE_FIELDS, name: text('Name.') },
  { id: 'a', name: 'b' },
  BASE,
);
const PART = inline<{ at: string }>('A part.', { at: text('When.') });
const PREVIEW = answer<{ rows: string; part: { at: string } | null }>(
  'Preview',
  'A preview.',
  { rows: text('Rows.'), part: nullable(PART) },
  { rows: '1', part: null },
);

describe('fieldNames', () => {
  it('returns the fields of an answer and of its base', () => {
    expect(fieldNames(THING)).toEqual(['name', 'id']);
  });

  it('returns the fields of each answer once, without those within a field', () => {
    expect(fieldNames(THING, PREVIEW, THING)).toEqual(['name', 'id', 'rows', 'part']);
    expect(fieldNames(PART)).toEqual(['at']);
  });

  it('returns the fields of all answers of which one is sent', () => {
    const either = oneOf<object>('Either', { thing: THING, preview: PREVIEW });
    expect(fieldNames(either)).toEqual(['name', 'id', 'rows', 'part']);
  });
});
