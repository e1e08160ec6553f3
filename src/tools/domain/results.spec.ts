import { storedResult } from './results';

describe('the stored result of a tool', () => {
  it('is JSON up to 4,000 characters, of which each emoji counts as one', () => {
    const result = { text: '😀'.repeat(3_989) };
    expect(storedResult(result)).toEqual(result);
    expect(storedResult({ text: '😀'.repeat(3_990) })).toBe(`{"text":"${'😀'.repeat(3_990)}"`);
  });
});
