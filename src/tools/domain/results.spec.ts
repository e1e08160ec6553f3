import { cleanResult, parsedResult, storedResult } from './results';

describe('the stored result of a tool', () => {
  it('is JSON up to 4,000 characters, of which each emoji counts as one', () => {
    const result = { text: '😀'.repeat(3_989) };
    expect(storedResult(result)).toEqual(result);
    expect(storedResult({ text: '😀'.repeat(3_990) })).toBe(`{"text":"${'😀'.repeat(3_990)}"`);
  });
});

test.each<[unknown, unknown]>([
  ['a\r\n\tb\u0007\0c\ud800', 'a bc'],
  [{ 'a\u0001': ['x\ny', { b: '\u009f' }] }, { a: ['x y', { b: '' }] }],
  [
    [1, true, null],
    [1, true, null],
  ],
])('%j is kept without control characters', (result, clean) => expect(cleanResult(result)).toEqual(clean));

test.each<[unknown, unknown]>([
  [undefined, null],
  [null, null],
  [0, 0],
  ['x'.repeat(4_001), 'x'.repeat(4_000)],
  ['\u0007'.repeat(4_001) + 'x', 'x'],
])('%# is stored with at most 4,000 characters', (result, stored) =>
  expect(storedResult(result)).toEqual(stored),
);

test.each<[string, unknown]>([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{', undefined],
  ['['.repeat(64) + ']'.repeat(64), expect.any(Array)],
  ['['.repeat(65) + ']'.repeat(65), undefined],
])('%j is JSON of at most 64 levels, or none', (text, parsed) => expect(parsedResult(text)).toEqual(parsed));
