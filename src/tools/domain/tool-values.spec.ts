import { fixedArgumentsProblem, headersProblem, mockProblem, toolUrlProblem } from './tool-values';

const header = (name: unknown, value: unknown = 'x') => [{ name, value }];
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('headers', () => {
  test.each<[string, unknown]>([
    ['20 of them', Array.from({ length: 20 }, (_, at) => ({ name: `X-${at}`, value: 'x' }))],
    ['a long name and value', header('n'.repeat(128), 'v'.repeat(4_096))],
    ['a value with spaces within', header('Authorization', 'Bearer a  b')],
    ['signs that names may have', header("!#$%&'*+.^_`|~-", '!')],
  ])('may be %s', (_, value) => expect(headersProblem(value, false)).toBeUndefined());

  test.each<[string, unknown, string, string]>([
    ['a text', ['X-A: x'], '[0]', 'must be {name, value}'],
    ['no name', header(undefined), '[0].name', 'must be the name of a header'],
    ['a space', header('X A'), '[0].name', 'must be the name of a header'],
    ['a longer name', header('n'.repeat(129)), '[0].name', 'must be the name of a header'],
    ['Expect', header('Expect'), '[0].name', 'is a header that cannot be sent'],
    ['one twice', [...header('X-A'), ...header('x-a')], '[1].name', 'must be there once'],
    ['no value', [{ name: 'X-A' }], '[0].value', 'is required'],
    ['null', header('X-A', null), '[0].value', 'is required'],
    ['an empty value', header('X-A', ''), '[0].value', 'must have 1 to 4096 visible ASCII characters'],
    ['a line break', header('X-A', 'a\r\nb'), '[0].value', 'must have 1 to 4096 visible ASCII characters'],
    ['a space at the end', header('X-A', 'a '), '[0].value', 'must have 1 to 4096 visible ASCII characters'],
    ['a letter of no ASCII', header('X-A', 'é'), '[0].value', 'must have 1 to 4096 visible ASCII characters'],
    [
      'a longer value',
      header('X-A', 'v'.repeat(4_097)),
      '[0].value',
      'must have 1 to 4096 visible ASCII characters',
    ],
    ['value_set', [{ ...header('X-A')[0], value_set: true }], '[0].value_set', 'is read-only'],
    ['another field', [{ ...header('X-A')[0], secret: true }], '[0].secret', 'is not a known field'],
  ])('may not be %s', (_, value, path, message) =>
    expect(headersProblem(value, false)).toEqual([{ path, message }]),
  );

  test.each([
    'HOST',
    'Connection',
    'content-length',
    'Content-Type',
    'Transfer-Encoding',
    'Accept-Encoding',
    'idempotency-key',
    'Webhook-Signature',
  ])('may not be %s, which the service sets', (name) =>
    expect(headersProblem(header(name), false)).toEqual([
      { path: '[0].name', message: 'is a header that the service sets itself' },
    ]),
  );

  test('may lack a value in a change alone', () =>
    expect(headersProblem([{ name: 'X-A' }, { name: 'X-B', value: null }], true)).toBeUndefined());

  test('are a list of at most 20', () => {
    expect(headersProblem({}, false)).toBe('must be an array of {name, value}');
    const many = Array.from({ length: 21 }, (_, at) => ({ name: `X-${at}`, value: 'x' }));
    expect(headersProblem(many, false)).toBe('must have at most 20 items (it has 21)');
  });
});

test.each<[string, unknown, unknown]>([
  ['null', null, undefined],
  ['8 KiB', 'x'.repeat(8_190), undefined],
  ['more', 'x'.repeat(8_191), 'must be at most 8 KiB as JSON'],
  ['bytes of UTF-8', 'न'.repeat(2_731), 'must be at most 8 KiB as JSON'],
  ['32 levels', nested(32), undefined],
  ['33 levels', nested(33), 'must be nested at most 32 levels deep'],
  ['NUL', { a: '\0' }, [expect.objectContaining({ path: '.a' })]],
])('a mock of %s', (_, value, problem) => expect(mockProblem(value)).toEqual(problem));

test.each<[string, unknown, unknown]>([
  ['20 names', Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, ''])), undefined],
  [
    '21 names',
    Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, ''])),
    'must have at most 20 names (it has 21)',
  ],
  ['a list', [], 'must be an object of names and texts'],
  ['500 characters', { a: '😀'.repeat(500) }, undefined],
  ['more', { a: 'x'.repeat(501) }, [{ path: '.a', message: 'must have at most 500 characters' }]],
  ['a number', { a: 1 }, [{ path: '.a', message: 'must be a string' }]],
  ['half a pair', { a: '\ud800' }, [{ path: '.a', message: expect.stringContaining('surrogate') }]],
  ['a control character', { a: '\u0007' }, [{ path: '.a', message: expect.any(String) }]],
  ['a name with a dot', { 'a.b': 'x' }, [{ path: '.a.b', message: expect.stringContaining('letters') }]],
  ['a name of 64 characters', { ['n'.repeat(64)]: '' }, undefined],
  ['a longer name', { ['n'.repeat(65)]: '' }, [expect.objectContaining({ path: `.${'n'.repeat(65)}` })]],
])('fixed arguments of %s', (_, value, problem) => expect(fixedArgumentsProblem(value)).toEqual(problem));

test.each<[string, unknown, unknown]>([
  ['https', 'https://example.com/{id}?q={q}', undefined],
  ['2,048 characters', `https://example.com/${'x'.repeat(2_028)}`, undefined],
  ['more', `https://example.com/${'x'.repeat(2_029)}`, 'must have at most 2048 characters (it has 2049)'],
  ['a number', 5, 'must be a string'],
  ['a password', 'https://u:p@example.com/', expect.any(String)],
])('a URL of %s', (_, value, problem) => expect(toolUrlProblem(value)).toEqual(problem));
