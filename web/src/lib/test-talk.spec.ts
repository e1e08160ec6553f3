import {
  filledIn,
  hasRoom,
  sentTurns,
  simulatedNumber,
  TEST_LIMITS,
  type TypedTurn,
  withEnding,
} from './test-talk';

const turns = (count: number): TypedTurn[] =>
  Array.from({ length: count }, (_, at) => ({ speaker: at % 2 === 0 ? 'agent' : 'contact', text: 'x' }));

test('sends turns as the service accepts them: no empty ones, and the end of long ones', () => {
  const long = `${'é'.repeat(300)}${'😀'.repeat(300)}`;
  const sent = sentTurns([
    { speaker: 'agent', text: long },
    { speaker: 'contact', text: long },
    { speaker: 'agent', text: '' },
    { speaker: 'agent', text: 'Short.' },
  ]);
  expect(sent).toEqual([
    { speaker: 'agent', text: `${'é'.repeat(200)}${'😀'.repeat(300)}` },
    { speaker: 'contact', text: `${'é'.repeat(300)}${'😀'.repeat(200)}` },
    { speaker: 'agent', text: 'Short.' },
  ]);
});

test('leaves room for a question and its reply up to the limit', () => {
  expect(hasRoom([])).toBe(true);
  expect(hasRoom(turns(TEST_LIMITS.turns - 2))).toBe(true);
  expect(hasRoom(turns(TEST_LIMITS.turns - 1))).toBe(false);
});

test.each([
  ['+919876540001', '0012', '+919876540012'],
  [' +91 98765 4-00-01 ', '0012', '+91 98765 4-0012'],
  ['+97', '0012', '+97'],
  ['', '0012', ''],
])('replaces the ending of %j with %s by %j', (number, ending, expected) =>
  expect(withEnding(number, ending)).toBe(expected),
);

test.each([
  [['971', '91'], '+971501234567', '+919876540001'],
  [['971'], '+971501234567', '+971501230001'],
  [['971', '44'], null, '+971'],
  [[], null, '+'],
])('simulates a number of the countries %j', (codes, own, expected) =>
  expect(simulatedNumber(codes, own)).toBe(expected),
);

test('omits empty values', () => expect(filledIn({ a: 'x', b: ' ', c: '' })).toEqual({ a: 'x' }));
