import { createRequire } from 'node:module';
import fc from 'fast-check';
import { toYaml } from './yaml';

/** The reader that @nestjs/swagger brings along. */
const { load } = createRequire(createRequire(__filename).resolve('@nestjs/swagger'))('js-yaml') as {
  load: (text: string) => unknown;
};

it('writes small objects in braces, larger ones indented, and fills lines', () => {
  const description =
    'One of the values that a caller may send, or none, when the one of the account is meant.';
  const kind = { type: 'string', description, enum: ['first', 'second', 'third'] };
  const long = { type: 'string', description: `${description} `.repeat(6).trim(), enum: ['first', 'second'] };
  expect(toYaml({ openapi: '3.1.0', tags: [], schema: { kind, long }, list: [long] })).toBe(`\
openapi: '3.1.0'
tags: []
schema:
 kind: {type: string, description: 'One of the values that a caller may send, or none, when the one of the account is
  meant.', enum: [first, second, third]}
 long:
  type: string
  description: One of the values that a caller may send, or none, when the one of the account is meant. One of the
   values that a caller may send, or none, when the one of the account is meant. One of the values that a caller may
   send, or none, when the one of the account is meant. One of the values that a caller may send, or none, when the one
   of the account is meant. One of the values that a caller may send, or none, when the one of the account is meant. One
   of the values that a caller may send, or none, when the one of the account is meant.
  enum: [first, second]
list:
- type: string
  description: One of the values that a caller may send, or none, when the one of the account is meant. One of the
   values that a caller may send, or none, when the one of the account is meant. One of the values that a caller may
   send, or none, when the one of the account is meant. One of the values that a caller may send, or none, when the one
   of the account is meant. One of the values that a caller may send, or none, when the one of the account is meant. One
   of the values that a caller may send, or none, when the one of the account is meant.
  enum: [first, second]
`);
});

it('lays out as it is told', () => {
  const value = { open: { a: { b: 1 } }, shut: { text: 'word '.repeat(150).trim(), list: [{ c: 2 }] } };
  const text = toYaml(value, {
    layoutOf: (key) => (key === 'open' ? 'block' : key === 'shut' ? 'flow' : undefined),
  });
  expect(text.split('\n').slice(0, 3)).toEqual([
    'open:',
    ' a: {b: 1}',
    expect.stringMatching(/^shut: \{text: word/),
  ]);
  expect(load(text)).toEqual(value);
});

it('writes no more aliases than readers take', () => {
  const values = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, value]));
  const aliases = (value: object) =>
    toYaml(value, { anchorOf: (key) => (key.startsWith('key') ? 'Same' : undefined) }).match(/\*Same/g)
      ?.length;
  expect([aliases(values(40, [1])), aliases(values(80, [1]))]).toEqual([39, 50]);
  expect([aliases(values(80, 'text')), aliases(values(200, 'text'))]).toEqual([79, 99]);
});

const TEXTS = {
  'of another type': [
    'yes',
    'Off',
    'null',
    '~',
    '1',
    '0x1f',
    '1e3',
    '.5',
    '2026-11-20',
    '2026-11-20T09:15:00.123Z',
  ],
  'with marks of YAML': [
    'a: b',
    'a:',
    'a #b',
    '#a',
    '- a',
    '-',
    '?',
    'a?',
    '%a',
    '@a',
    '`a`',
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    "it's",
    '"a"',
    '\\n',
  ],
  'with marks of flow collections': [
    'a, b',
    '[a]',
    '{{name}} a',
    'a:b',
    'a:',
    'a:,',
    'a::b',
    'https://a.b/c?d=e',
  ],
  'with white space': [
    '',
    ' ',
    'a ',
    ' a',
    'a  b',
    'a\tb',
    'a\nb',
    'a\n',
    'a\n\n',
    '\na',
    'a\n b',
    'a \nb',
    'a\r\nb',
  ],
  'beyond ASCII, or a mark of a document': [
    '\u0000',
    '\u2028',
    '\ud800',
    '\ufeffa',
    '😀 a',
    'नाम',
    '---',
    '...',
    '<<',
    '=',
  ],
};
const filler = 'words '.repeat(100);

it.each(Object.entries(TEXTS))('keeps text %s', (_, texts) => {
  for (const text of texts) {
    const deep = { a: { text, b: `${filler}${text} ${text}` } };
    const value = { text, [text]: 1, list: [text, [text]], deep };
    expect(load(toYaml(value))).toEqual(value);
  }
});

it('writes a part once that stands in several places, and refers to it by its name', () => {
  const deep = { $ref: '#/deep' };
  const value = {
    a: { headers: deep },
    b: { headers: { ...deep } },
    c: { headers: { $ref: '#/other' } },
    d: deep,
  };
  const text = toYaml(value, { anchorOf: (key) => (key === 'headers' ? 'Deep' : undefined) });
  expect(text).toBe(`\
a: {headers: &Deep {$ref: '#/deep'}}
b: {headers: *Deep}
c: {headers: {$ref: '#/other'}}
d: {$ref: '#/deep'}
`);
  expect(load(text)).toEqual(value);
});

it('keeps any value of JSON', () => {
  const name = fc.string({ unit: 'binary' }).filter((text) => text !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, tie('leaf'), fc.array(tie('value')), fc.dictionary(name, tie('value'))),
    leaf: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.lorem({ maxCount: 60 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
  }));
  fc.assert(
    fc.property(value, (inner) => {
      expect(load(toYaml({ inner }))).toEqual({ inner });
    }),
  );
});
