import fc from 'fast-check';
import { AGENT_FIELDS } from './agent-fields';
import {
  type AgentScript,
  fillPlaceholders,
  placeholdersOf,
  placeholderValues,
  usesContactName,
  variablesOf,
} from './placeholders';

const script = (openingLine: string, systemPrompt = '', ...extractionQuestions: string[]): AgentScript => ({
  openingLine,
  systemPrompt,
  extractionQuestions,
  voicemail: { message: null },
});

/** A hand-written parser of the same grammar. */
function readSlowly(text: string, value: (name: string) => string): string {
  const characters = Array.from(text);
  let out = '';
  for (let at = 0; at < characters.length; at += 1) {
    let next = at + 2;
    while (/\s/u.test(characters[next] ?? '')) next += 1;
    const start = next;
    while (/\p{L}|\p{Nd}|\p{M}|_|\p{Join_Control}/u.test(characters[next] ?? '')) next += 1;
    const name = characters.slice(start, next).join('');
    while (/\s/u.test(characters[next] ?? '')) next += 1;
    const opened = characters[at] === '{' && characters[at + 1] === '{';
    const closed = characters[next] === '}' && characters[next + 1] === '}';
    if (opened && closed && /^[\p{L}\p{Nd}_]/u.test(name)) {
      out += value(name);
      at = next + 1;
    } else {
      out += characters[at] ?? '';
    }
  }
  return out;
}

const FOUND: readonly (readonly [text: string, names: readonly string[]])[] = [
  ['', []],
  ['no placeholder', []],
  ['{{city}}', ['city']],
  ['{{ city }}', ['city']],
  ['{{\n\tcity\u00a0}}', ['city']],
  ['{{a}}{{b}} {{a}}', ['a', 'b']],
  ['{{City}} {{city}}', ['City', 'city']],
  ['{{course_1}} {{_x}} {{2nd}}', ['course_1', '_x', '2nd']],
  ['{{नाम}}', ['नाम']],
  ['{{ शहर_२ }}', ['शहर_२']],
  ['{{பெயர்}} {{పేరు}} {{ନାମ}} {{اسم}}', ['பெயர்', 'పేరు', 'ନାମ', 'اسم']],
  ['{{क\u094d\u200dष}}', ['क\u094d\u200dष']],
  ['{{e\u0301t\u00e9}} {{\u00e9te\u0301}}', ['e\u0301t\u00e9']],
  ['{{{city}}}', ['city']],
  ['{{a {{b}} c}}', ['b']],
  ['{{a{{b}}}}', ['b']],
  ['{{a}', []],
  ['{a}}', []],
  ['{ {a} }', []],
  ['{{}} {{ }}', []],
  ['{{a b}} {{a-b}} {{a.b}} {{#a}} {{/a}} {{a!}}', []],
  ['{{\u0301a}} {{\u200da}}', []],
  ['{{½}} {{😀}}', []],
  ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
];

describe('placeholdersOf', () => {
  it.each(FOUND)('finds in %j: %j', (text, names) => expect(placeholdersOf(text)).toEqual(names));

  it('lists over several texts in order of first use', () =>
    expect(placeholdersOf('{{b}} {{a}}', '{{c}} {{a}}', '{{d}}')).toEqual(['b', 'a', 'c', 'd']));

  const letter = fc.constantFrom('a', 'Z', '7', '_', 'न', 'é', '𐐀');
  const mark = fc.constantFrom('', '', 'ा', '\u0301', '\u200d');
  const name = fc
    .array(fc.tuple(letter, mark), { minLength: 1, maxLength: 6 })
    .map((all) => all.flat().join(''));
  const blank = fc.constantFrom('', ' ', '\n', '\t\u00a0');
  const braceless = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}]/g, ''));

  it('finds every name that was written, wherever it stands', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(braceless, blank, name, blank)), braceless, (parts, end) => {
        const text = parts.map(([before, a, own, b]) => `${before}{{${a}${own}${b}}}`).join('') + end;
        const names = new Set(parts.map(([, , own]) => own.normalize('NFC')));
        expect(placeholdersOf(text).map((own) => own.normalize('NFC'))).toEqual([...names]);
      }),
    ));

  it('parses any mixture of braces, blanks and names as a reader of one character at a time does', () => {
    const piece = fc.oneof(fc.constantFrom('{', '{{', '}', '}}', ' ', '-'), name);
    const mixture = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(mixture, (text) => {
        const values = new Map<string, string>();
        const expected = readSlowly(text, (own) => {
          const key = own.normalize('NFC');
          values.set(key, `<${key}>`);
          return `<${key}>`;
        });
        expect(fillPlaceholders('openingLine', text, values)).toBe(expected);
        expect(placeholdersOf(text).map((own) => own.normalize('NFC'))).toEqual([...values.keys()]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a text without braces unchanged', () =>
    fc.assert(
      fc.property(braceless, (text) => {
        expect(placeholdersOf(text)).toEqual([]);
        expect(fillPlaceholders('openingLine', text, new Map())).toBe(text);
      }),
    ));

  const size = AGENT_FIELDS.systemPrompt.options.max;
  it.each([
    ['opening braces', '{'.repeat(size)],
    ['closing braces', '}'.repeat(size)],
    ['pairs of braces', '{{}}'.repeat(size / 4)],
    ['braces and names', '{{a'.repeat(size / 3)],
    ['braces and blanks', '{{ '.repeat(size / 3)],
    ['one long name', `{{${'a'.repeat(size - 2)}`],
    ['one long blank', `{{${' '.repeat(size - 2)}`],
    ['a name and a long blank', `{{a${' '.repeat(size - 3)}`],
    ['a long name and a long blank', `{{${'a'.repeat(size / 2)}${' '.repeat(size / 2 - 2)}`],
    ['placeholders', '{{a1}}'.repeat(size / 6)],
  ])('takes less than 50 ms for 60,000 characters of %s', (_, text) => {
    const times = Array.from({ length: 10 }).map(() => {
      const start = performance.now();
      placeholdersOf(text);
      fillPlaceholders('openingLine', text, new Map());
      return performance.now() - start;
    });
    // Other load affects single runs, but hardly the best of ten.
    expect(Math.min(...times)).toBeLessThan(50);
  });
});

describe('fillPlaceholders', () => {
  const values = new Map([
    ['a', '1'],
    ['money', '$& $1 $$'],
    ['nested', '{{a}}'],
    ['लड\u093cका', 'boy'],
  ]);

  it.each([
    ['{{a}} and {{ a }}', '1 and 1'],
    ['[{{missing}}]', '[]'],
    ['{{money}}', '$& $1 $$'],
    ['{{nested}}', '{{a}}'],
    ['{{{a}}}', '{1}'],
    ['{{ल\u095cका}} {{लड\u093cका}}', 'boy boy'],
    ['[{{constructor}}{{__proto__}}]', '[]'],
    ['{{a b}} {{a', '{{a b}} {{a'],
  ])('replaces in %j: %j', (text, filled) =>
    expect(fillPlaceholders('openingLine', text, values)).toBe(filled),
  );
});

describe('fillPlaceholders, limits', () => {
  const astral = '\u{1F600}';
  const filled = (field: keyof AgentScript, text: string, value: string): string =>
    fillPlaceholders(field, text, placeholderValues({ contact: {}, variables: { a: value } }, 'now'));

  it('uses 500 characters of a value', () => {
    expect(filled('openingLine', '<{{a}}>', astral.repeat(500))).toBe(`<${astral.repeat(500)}>`);
    expect(filled('openingLine', '<{{a}}>', astral.repeat(501))).toBe(`<${astral.repeat(500)}>`);
  });

  it.each([
    ['openingLine', 8_000],
    ['systemPrompt', 240_000],
    ['extractionQuestions', 2_000],
  ] as const)('fills %s up to %i characters', (field, most) => {
    expect(filled(field, '{{a}}'.repeat(most / 100), 'x'.repeat(100))).toBe('x'.repeat(most));
    expect(filled(field, '{{a}}'.repeat(most / 100), `${'x'.repeat(100)}!`)).toHaveLength(most);
    expect(Array.from(filled(field, '{{a}}'.repeat(most / 400), astral.repeat(401)))).toHaveLength(most);
    expect(filled(field, '{{a}}'.repeat(12_000), '('.repeat(8_180))).toBe('('.repeat(most));
  });
});

describe('placeholderValues', () => {
  const filled = (text: string, call: Parameters<typeof placeholderValues>[0]): string =>
    fillPlaceholders('openingLine', text, placeholderValues(call, 'now'));

  const TEXT = '{{name}}|{{contact_name}}|{{contact_email}}|{{date}}|{{n}}|{{yes}}';

  it.each([
    [
      { contact: { name: 'Asha', email: 'a@b.c' }, variables: { n: 5, yes: true } },
      'Asha|Asha|a@b.c|now|5|true',
    ],
    [{ contact: {}, variables: {} }, '|||now||'],
    [{ contact: {}, variables: { name: 'Ravi' } }, 'Ravi|Ravi||now||'],
    [{ contact: {}, variables: { contact_name: 'Ravi', contact_email: 'r@b.c' } }, 'Ravi|Ravi|r@b.c|now||'],
    [{ contact: {}, variables: { name: 'A', contact_name: 'B' } }, 'A|B||now||'],
    [{ contact: { name: ' ', email: null }, variables: { name: 'Ravi' } }, 'Ravi|Ravi||now||'],
    [{ contact: { name: 'Asha' }, variables: { name: 'Ravi', contact_name: 'B' } }, 'Asha|Asha||now||'],
    [{ contact: {}, variables: { date: 'tomorrow', n: 0, yes: '' } }, '|||now|0|'],
  ])('fills %j', (call, expected) => expect(filled(TEXT, call)).toBe(expected));
});

describe('variablesOf and usesContactName', () => {
  it('list the names that are neither reserved nor the contact’s, in order of first use', () => {
    const agent = script(
      'Hello {{name}}, {{city}}!',
      '{{date}} {{course}} {{city}} {{contact_email}}',
      '{{fee}}?',
    );
    expect(variablesOf(agent)).toEqual(['city', 'course', 'fee']);
  });

  it.each([
    ['{{name}}', true],
    ['{{ contact_name }}', true],
    ['{{Name}} {{contact_email}} {{my_name}}', false],
    ['', false],
  ])('detect in %j the contact’s name: %s', (text, uses) => {
    expect(usesContactName(script(text))).toBe(uses);
    expect(usesContactName(script('', text))).toBe(uses);
    expect(usesContactName(script('', '', text))).toBe(uses);
  });
});
