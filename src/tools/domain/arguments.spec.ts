import { checkArguments, readArguments } from './arguments';
import type { ParameterSchema } from './parameters';

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
/** An object whose JSON has this size. */
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('the arguments that an engine sent', () => {
  test.each<[string, unknown, object]>([
    ['nothing', undefined, {}],
    ['null', null, {}],
    ['an empty text', ' \n', {}],
    ['JSON', '{"a":1}', { a: 1 }],
    ['an object', { a: 1 }, { a: 1 }],
    ['32 levels', nested(32), JSON.parse(nested(32)) as object],
    ['brackets in texts', String.raw`{"a":"\"${'['.repeat(40)}"}`, { a: `"${'['.repeat(40)}` }],
    ['many lists beside each other', `{"a":[${'[],'.repeat(40)}[]]}`, { a: Array(41).fill([]) }],
    ['16 KiB', JSON.stringify(ofBytes(16_384)), ofBytes(16_384)],
  ])('are read: %s', (_, sent, value) => expect(readArguments(sent)).toEqual({ value }));

  test.each([
    ['no JSON', '{"a":', 'must be JSON'],
    ['a list', '[1]', 'must be a JSON object'],
    ['a number', 5, 'must be a JSON object'],
    ['33 levels', nested(33), 'must be nested less deeply'],
    ['a longer text', `${JSON.stringify(ofBytes(16_384))} `, 'must be at most 16 KiB as JSON'],
    ['a larger object', ofBytes(16_385), 'must be at most 16 KiB as JSON'],
  ])('are refused: %s', (_, sent, message) =>
    expect(readArguments(sent)).toEqual({ problems: [{ path: 'arguments', message }] }),
  );
});

const check = (a: ParameterSchema, sent: unknown) =>
  checkArguments({ type: 'object', properties: { a } }, { a: sent });

test.each<[ParameterSchema, unknown, unknown]>([
  [{ type: 'number' }, ' 1.5 ', 1.5],
  [{ type: 'number' }, '9'.repeat(39), 1e39],
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'integer' }, '1e2', 100],
  [{ type: 'boolean' }, ' true', true],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'string' }, 12, '12'],
  [{ type: 'string' }, '12', '12'],
  [{}, '12', '12'],
  [{ type: 'array', items: { type: 'integer' } }, ['1', 2], [1, 2]],
  [{ type: 'array' }, ['1'], ['1']],
  [{ type: 'object', properties: { b: { type: 'number' } } }, { b: '2' }, { b: 2 }],
  [{ type: 'string', enum: ['x', '5'] }, 5, '5'],
  [{ type: 'number', minimum: 1, maximum: 1 }, 1, 1],
  [{ type: 'string', minLength: 2, maxLength: 2 }, '😀😀', '😀😀'],
  [{ type: 'array', minItems: 1, maxItems: 1 }, [0], [0]],
  [{ type: 'string', format: 'date' }, '2028-02-29', '2028-02-29'],
  [{ type: 'string', format: 'date-time' }, '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z'],
  [{ type: 'string', format: 'time' }, '23:59:59.5+05:30', '23:59:59.5+05:30'],
  [{ type: 'string', format: 'email' }, 'a@b', 'a@b'],
])('%j makes of %j %j', (schema, sent, a) => expect(check(schema, sent)).toEqual({ value: { a } }));

test.each<[ParameterSchema, unknown, string]>([
  [{ type: 'string' }, true, 'must be a string'],
  [{ type: 'string' }, null, 'must be a string'],
  [{ type: 'number' }, '01', 'must be a number'],
  [{ type: 'number' }, '1e400', 'must be a number'],
  [{ type: 'number' }, '9'.repeat(40), 'must be a number'],
  [{ type: 'number' }, '', 'must be a number'],
  [{ type: 'integer' }, 1.5, 'must be a whole number'],
  [{ type: 'integer' }, true, 'must be a whole number'],
  [{ type: 'boolean' }, 'yes', 'must be true or false'],
  [{ type: 'boolean' }, 1, 'must be true or false'],
  [{ type: 'array' }, { 0: 1 }, 'must be a list'],
  [{ type: 'object' }, [], 'must be a JSON object'],
  [{ enum: ['x', null] }, 'y', 'must be one of x, null'],
  [{ type: 'number', minimum: 1 }, 0.9, 'must be: at least 1'],
  [{ type: 'number', maximum: 1 }, '1.1', 'must be: at most 1'],
  [{ type: 'array', minItems: 1 }, [], 'must have as many items: at least 1'],
  [{ type: 'array', maxItems: 1 }, [1, 2], 'must have as many items: at most 1'],
  [{ type: 'string', minLength: 1 }, '', 'must have as many characters: at least 1'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'must have as many characters: at most 1'],
  [{ type: 'string', format: 'date' }, '2026-02-30', 'must be a date such as 2026-01-31'],
  [
    { type: 'string', format: 'date-time' },
    '2026-01-31T10:00:00',
    'must be a date-time such as 2026-01-31T10:00:00+05:30',
  ],
  [{ type: 'string', format: 'time' }, '24:00', 'must be a time such as 10:00'],
  [{ type: 'string', format: 'email' }, 'a b@c', 'must be an e-mail address'],
  [{ type: 'string', format: 'email' }, `${'a'.repeat(319)}@b`, 'must be an e-mail address'],
])('%j refuses %j: %s', (schema, sent, message) =>
  expect(check(schema, sent)).toEqual({ problems: [{ path: 'a', message }] }),
);

test('each problem is told with its place', () => {
  const schema = {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'integer' } },
      inner: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
    },
    required: ['list', 'gone'],
  };
  expect(checkArguments(schema, { list: [1, 'x'], inner: { c: 1 }, other: 1 })).toEqual({
    problems: [
      { path: 'gone', message: 'is required' },
      { path: 'list[1]', message: 'must be a whole number' },
      { path: 'inner.b', message: 'is required' },
      { path: 'inner.c', message: 'is not known' },
      { path: 'other', message: 'is not known' },
    ],
  });
});

test('without a schema no argument is known, and at most 20 problems are told', () => {
  expect(checkArguments(null, {})).toEqual({ value: {} });
  expect(checkArguments(null, { ['n'.repeat(200)]: 1 })).toEqual({
    problems: [{ path: 'n'.repeat(100), message: 'is not known' }],
  });
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a${at}`, 1]));
  expect(checkArguments(null, many)).toHaveProperty('problems.length', 20);
});
