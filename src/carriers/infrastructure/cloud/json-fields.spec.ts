import { jsonFields, listOf, fieldOf, textOf } from './json-fields';

test('the fields of JSON are named as a form would name them, without what is null', () => {
  const body = { CallSid: 'c', Status: null, Legs: [{ OnCallDuration: 0, Status: 'busy' }, null], ok: true };
  expect(jsonFields(JSON.stringify(body))).toEqual([
    ['CallSid', 'c'],
    ['Legs[0][OnCallDuration]', '0'],
    ['Legs[0][Status]', 'busy'],
    ['ok', 'true'],
  ]);
});

test.each(['', '{"a"', 'a=1', '7', 'null', '"text"', '[]', '{}'])('%s has no fields', (body) =>
  expect(jsonFields(body)).toEqual([]),
);

test('however much is sent, a bounded part is looked at', () => {
  expect(jsonFields(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toEqual([]);
  expect(jsonFields(JSON.stringify(Array.from({ length: 20_000 }, () => 1)))).toHaveLength(512);
});

test.each([null, 7, 'text', [], {}, { other: {} }, { name: null }])(
  '%j has no such part, text or list',
  (body) =>
    expect([fieldOf(body, 'name'), textOf(body, 'name'), listOf(body, 'name', 9)]).toEqual([null, '', []]),
);

test('inherited names are no parts', () =>
  expect([fieldOf({}, 'constructor'), textOf({}, '__proto__')]).toEqual([null, '']));
