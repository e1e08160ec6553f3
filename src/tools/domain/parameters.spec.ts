import { schemaProblems } from './parameters';

const of = (a: unknown) => ({ type: 'object', properties: { a } });
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }]));

test.each<[string, object]>([
  ['nothing but its type', { type: 'object' }],
  [
    'every keyword',
    {
      title: 'Order',
      description: 'Reads it.',
      type: 'object',
      additionalProperties: false,
      required: ['a', '_B9'],
      properties: {
        a: { type: 'string', minLength: 0, maxLength: 9, format: 'date-time', enum: ['x', 1, true, null] },
        _B9: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { type: 'number', minimum: -1, maximum: 1.5 },
        },
      },
    },
  ],
  ['20 properties', { type: 'object', properties: properties(20) }],
  ['a name of 64 characters', { type: 'object', properties: { ['n'.repeat(64)]: {} } }],
  ['three levels', of({ type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } })],
])('accepts %s', (_, schema) => expect(schemaProblems(schema)).toBeUndefined());

test.each<[string, unknown, string]>([
  ['no object', ['x'], 'must be a JSON Schema of an object'],
  [
    'what is too deep to be read',
    of({ enum: JSON.parse('['.repeat(12) + ']'.repeat(12)) }),
    'must be nested less deeply',
  ],
  ['more than 16 KiB', { type: 'object', title: 'x'.repeat(16_384) }, 'must be at most 16 KiB as JSON'],
])('refuses %s as a whole', (_, schema, message) => expect(schemaProblems(schema)).toBe(message));

test.each<[string, object, string, string]>([
  ['another type', { type: 'array' }, '.type', 'must be object'],
  ['no type', {}, '.type', 'must be object'],
  ['an unknown keyword', of({ pattern: 'x' }), '.properties.a.pattern', 'is not a known keyword'],
  ['an unknown type', of({ type: 'null' }), '.properties.a.type', expect.stringContaining('must be one of')],
  [
    'several types',
    of({ type: ['string'] }),
    '.properties.a.type',
    expect.stringContaining('must be one of'),
  ],
  [
    'further properties',
    { type: 'object', additionalProperties: true },
    '.additionalProperties',
    'must be false',
  ],
  ['properties as a list', { type: 'object', properties: [] }, '.properties', 'must be a JSON object'],
  ['items as a list', of({ type: 'array', items: [] }), '.properties.a.items', 'must be a schema'],
  ['required as a text', { type: 'object', required: 'a' }, '.required', 'must be an array of names'],
  ['required numbers', { type: 'object', required: [1] }, '.required', 'must be an array of names'],
  ['an empty enum', of({ enum: [] }), '.properties.a.enum', 'must be an array of values'],
  ['an enum of lists', of({ enum: [[]] }), '.properties.a.enum', 'must be an array of values'],
  ['a negative count', of({ minItems: -1 }), '.properties.a.minItems', 'must be a whole number'],
  ['half a count', of({ maxLength: 1.5 }), '.properties.a.maxLength', 'must be a whole number'],
  ['a bound as text', of({ maximum: '1' }), '.properties.a.maximum', 'must be a number'],
  [
    'an unknown format',
    of({ format: 'uri' }),
    '.properties.a.format',
    expect.stringContaining('must be one of'),
  ],
  ['a title that is no text', of({ title: 1 }), '.properties.a.title', 'must be a string'],
  ['a property that is no schema', of('string'), '.properties.a', 'must be a schema'],
  [
    '21 properties',
    { type: 'object', properties: properties(21) },
    '.properties',
    'must have at most 20 properties',
  ],
  [
    'a name with a digit first',
    { type: 'object', properties: { '1a': {} } },
    '.properties.1a',
    expect.stringContaining('must have a name'),
  ],
  [
    'a longer name',
    { type: 'object', properties: { ['n'.repeat(65)]: {} } },
    `.properties.${'n'.repeat(65)}`,
    expect.stringContaining('must have a name'),
  ],
  [
    'what is required and unknown',
    { ...of({}), required: ['a', 'b'] },
    '.required[1]',
    'must be one of the properties',
  ],
  [
    'what is required of nothing',
    { type: 'object', required: ['b'] },
    '.required[0]',
    'must be one of the properties',
  ],
  [
    'a fourth level',
    of({ type: 'array', items: { type: 'array', items: { type: 'array' } } }),
    '.properties.a.items.items',
    'must be nested at most 3 levels deep',
  ],
  [
    'a fourth level without a type',
    of({ items: { items: { properties: {} } } }),
    '.properties.a.items.items',
    'must be nested at most 3 levels deep',
  ],
])('refuses %s at its place', (_, schema, path, message) =>
  expect(schemaProblems(schema)).toEqual([{ path, message }]),
);
