import { jsonFields, listOf, fieldOf, textOf } from './json-fields';

test('names the fields of JSON as a form would, without null', () => {
  const body = { CallSid: 'c', Status: null, Legs: [{ OnCallDuration: 0, Status: 'busy' }, null], ok: true };
  expect(jsonFields(JSON.stringify(body))).toEqual([
    ['CallSid', 'c'],
    ['Legs[0][OnCallDuration]', '0'],
    ['Legs[0][Status]', 'busy'],
    ['ok', 'true'],
  ]);
});

test.each(['', '{"a"', 'a=1', '7', 'null', '"text"', '[]', '{}'])('returns no fields for %s', (body) =>
  expect(jsonFields(body)).toEqual([]),
);

test('reads a bounded part of any body', () => {
  expect(jsonFields(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toEqual([]);
  expect(jsonFields(JSON.stringify(Array.from({ length: 20_000 }, () => 1)))).toHaveLength(512);
});

test.each([null, 7, 'text', [], {}, { other: {} }, { name: null }])(
  'returns no such part, text or list of %j',
  (body) =>
    expect([fieldOf(body, 'name'), textOf(body, 'name'), listOf(body, 'name', 9)]).toEqual([null, '', []]),
);

test('returns no inherited names', () =>
  expect([fieldOf({}, 'constructor'), textOf({}, '__proto__')]).toEqual([null, '']));
