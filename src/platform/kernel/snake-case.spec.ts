import { camelCased, snakeCase, snakeCased } from './snake-case';

interface Settings {
  readonly name: string;
  readonly maxCallMinutes: number | null;
}

test.each([
  ['name', 'name'],
  ['ttsModel', 'tts_model'],
  ['maxCallMinutes', 'max_call_minutes'],
])('converts %s to %s', (name, expected) => expect(snakeCase(name)).toBe(expected));

test('returns the requested fields of a response in their order', () => {
  const settings: Settings & { readonly secret: string } = {
    maxCallMinutes: null,
    name: 'Asha',
    secret: 'x',
  };
  const view = snakeCased(settings, ['name', 'maxCallMinutes']);
  expect(Object.entries(view)).toEqual([
    ['name', 'Asha'],
    ['max_call_minutes', null],
  ]);
});

test('returns the requested fields of a request, with null as null and a missing one as undefined', () => {
  const fields = ['name', 'maxCallMinutes'] as const;
  expect(camelCased<Settings>({ name: 'Asha' }, fields)).toEqual({ name: 'Asha', maxCallMinutes: undefined });
  expect(camelCased<Settings>({ max_call_minutes: null }, fields)).toEqual({
    name: undefined,
    maxCallMinutes: null,
  });
});
