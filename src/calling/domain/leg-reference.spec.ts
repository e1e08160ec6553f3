import { readReference, writeReference } from './leg-reference';

test.each([
  ['call_01k', 1],
  ['call_01k', 3],
  ['hcall_01k', 1],
])('%s, dial %d, is read as it was written', (callId, attempt) =>
  expect(readReference(writeReference({ callId, attempt }))).toEqual({ callId, attempt }),
);

test('a reference without a dial means the first', () =>
  expect(readReference('hcall_01k')).toEqual({ callId: 'hcall_01k', attempt: 1 }));
