import { readReference, writeReference } from './leg-reference';

test.each([
  ['call_01k', 1],
  ['call_01k', 3],
  ['hcall_01k', 1],
])('parses the reference of %s, dial %d', (callId, attempt) =>
  expect(readReference(writeReference({ callId, attempt }))).toEqual({ callId, attempt }),
);

test('treats a reference without a dial as the first', () =>
  expect(readReference('hcall_01k')).toEqual({ callId: 'hcall_01k', attempt: 1 }));
