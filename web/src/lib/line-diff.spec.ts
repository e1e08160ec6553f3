import { lineDiff } from './line-diff';

const diff = (before: string[], after: string[]) =>
  lineDiff(before.join('\n'), after.join('\n')).map(
    ({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`,
  );

describe('differences of two texts', () => {
  it.each([
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      [' a', ' b', ' c'],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'x', 'c'],
      [' a', '-b', '+x', ' c'],
    ],
    [['a'], ['a', 'b'], [' a', '+b']],
    [['a', 'a'], ['a'], [' a', '-a']],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'c', 'x', 'd'],
      ['-a', ' b', ' c', '+x', ' d'],
    ],
  ])('compares %j with %j', (before, after, lines) => expect(diff(before, after)).toEqual(lines));

  it('shows a change of thousands of lines whole', () => {
    const lines = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word} ${at}`);
    expect(diff(lines('old'), lines('new'))).toHaveLength(4_000);
  });
});
