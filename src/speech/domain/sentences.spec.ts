import { cutAtComma, SentenceCutter, sentencesIn, sentencesOf } from './sentences';

/** The sentences of a text that comes in pieces of so many characters. */
function cut(text: string, size: number): string[] {
  const cutter = new SentenceCutter();
  const sentences: string[] = [];
  for (let from = 0; from < text.length; from += size)
    sentences.push(...cutter.push(text.slice(from, from + size)));
  return [...sentences, cutter.rest()].filter((sentence) => sentence !== '');
}

describe.each([1, 7, 1_000])('sentences of a text in pieces of %i', (size) => {
  it.each([
    ['One. Two? Three!', ['One.', 'Two?', 'Three!']],
    ['No end', ['No end']],
    ['नमस्ते। आप कैसे हैं? ठीक', ['नमस्ते।', 'आप कैसे हैं?', 'ठीक']],
    ['It is 3.5 lakh. Yes.', ['It is 3.5 lakh.', 'Yes.']],
    ['Dr. Rao and Mr. Sen are in. Rs. 500 is due.', ['Dr. Rao and Mr. Sen are in.', 'Rs. 500 is due.']],
    ['"Really?" she said. Fine.', ['"Really?"', 'she said.', 'Fine.']],
    ['  ', []],
    ['', []],
  ])('are split: %j', (text, sentences) => expect(cut(text, size)).toEqual(sentences));
});

it('are cut without an end at a comma, else at a space, else where they are', () => {
  const words = (text: string) => cut(text, 50).map(({ length }) => length);
  expect(words(`${'a'.repeat(150)}, ${'b '.repeat(100)}`)[0]).toBe(151);
  expect(cut('word '.repeat(100), 50).every((part) => part.endsWith('word'))).toBe(true);
  expect(words('x'.repeat(500))).toEqual([240, 240, 20]);
});

test.each([
  ['One. Two', ['One.', 'Two']],
  ['One. ', ['One.']],
  [' '.repeat(500), []],
])('are those of a whole text, and of one that is being written: %j', async (text, sentences) => {
  const written: string[] = [];
  const pieces = (async function* () {
    yield* await Promise.resolve([text]);
  })();
  for await (const sentence of sentencesIn(pieces)) written.push(sentence);
  expect([sentencesOf(text), written]).toEqual([sentences, sentences]);
});

test.each([
  ['Hello.', ['Hello.']],
  ['Yes, of course we can do that.', ['Yes, of course we can do that.']],
  ['It costs four thousand, all taxes included.', ['It costs four thousand,', 'all taxes included.']],
  ['It costs four thousand, all of it.', ['It costs four thousand, all of it.']],
  ['It costs 4,000 rupees for all of it.', ['It costs 4,000 rupees for all of it.']],
])('cuts %s at its comma', (sentence, pieces) => expect(cutAtComma(sentence)).toEqual(pieces));
