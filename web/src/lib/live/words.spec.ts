import { addWords, joinTurns, NO_WORDS, shownTurns } from './words';

const turn = (speaker: string, start_ms: number, text = 'Words.') =>
  ({ type: 'turn', speaker, text, start_ms, end_ms: start_ms + 500 }) as const;
const opening = turn('agent', 0);
const answer = turn('contact', 900, 'Two years.');
const partial = (text: string) => ({ type: 'partial', text }) as const;

it("stores the contact's current words until the turn is final", () => {
  const words = [partial('Two'), opening].reduce(addWords, NO_WORDS);
  expect(words).toEqual({ turns: [opening], partial: 'Two' });
  expect(shownTurns(words)).toEqual([opening, { speaker: 'contact', text: 'Two', isPartial: true }]);
  expect(addWords(words, answer)).toEqual({ turns: [opening, answer], partial: '' });
});

it('stores a turn once that is repeated after a break', () => {
  const words = [opening, partial('Two'), { ...opening }, answer, { ...answer }].reduce(addWords, NO_WORDS);
  expect(words).toEqual({ turns: [opening, answer], partial: '' });
  expect(addWords(words, turn('contact', 900, 'Two tones.')).turns).toHaveLength(3);
  expect(addWords(words, turn('contact', 1_900, 'Two years.')).turns).toHaveLength(3);
});

describe('joinTurns', () => {
  const { type: _, ...stored } = opening;

  it('shows a turn once, whether it was stored or came by the socket first', () => {
    const words = [opening, answer].reduce(addWords, NO_WORDS);
    expect(joinTurns([stored], words)).toEqual([stored, answer]);
    expect(joinTurns([], words)).toEqual([opening, answer]);
  });

  it('orders turns by their begin, with the running one last', () => {
    const words = [answer, partial('And')].reduce(addWords, NO_WORDS);
    expect(
      joinTurns([turn('agent', 2_000), stored], words).map(({ text, start_ms }) => [text, start_ms]),
    ).toEqual([
      ['Words.', 0],
      ['Two years.', 900],
      ['Words.', 2_000],
      ['And', undefined],
    ]);
  });

  it('shows two turns that began at once', () => {
    const words = addWords(NO_WORDS, turn('contact', 0));
    expect(joinTurns([stored], words)).toHaveLength(2);
  });
});
