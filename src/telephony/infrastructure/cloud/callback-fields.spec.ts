import { callbackFields } from './callback-fields';

test.each([
  undefined,
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=UTF-8',
])('a form is read in its order (%s)', (type) => {
  expect(callbackFields('b=2&a=%2B91+1&a=3&e=', type)).toEqual([
    ['b', '2'],
    ['a', '+91 1'],
    ['a', '3'],
    ['e', ''],
  ]);
});

test('JSON is read as a form would write it, without what is null', () => {
  const body = { CallSid: 'c', Status: null, Legs: [{ OnCallDuration: 0, Status: 'busy' }, null], ok: true };
  expect(callbackFields(JSON.stringify(body), 'application/json; charset=utf-8')).toEqual([
    ['CallSid', 'c'],
    ['Legs[0][OnCallDuration]', '0'],
    ['Legs[0][Status]', 'busy'],
    ['ok', 'true'],
  ]);
});

test.each(['', '{"a"', 'a=1'])('what is no JSON is not readable: %s', (body) => {
  expect(callbackFields(body, 'application/json')).toBeNull();
});

test.each(['7', 'null', '"text"', '[]', '{}'])('JSON without fields has none: %s', (body) => {
  expect(callbackFields(body, 'application/json')).toEqual([]);
});

test('however much is sent, a bounded part is looked at', () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  expect(callbackFields(deep, 'application/json')).toEqual([]);
  const wide = JSON.stringify(Array.from({ length: 20_000 }, () => 1));
  expect(callbackFields(wide, 'application/json')).toHaveLength(512);
});
