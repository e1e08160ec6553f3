import { TurnWords } from './turn-words';

type Result = readonly ['final' | 'partial', string, number | null];

test.each<[string, Result[], string]>([
  ['nothing', [], ''],
  ['silence', [['final', ' ', 0]], ''],
  ['a partial', [['partial', 'I want', null]], 'I want'],
  [
    'a partial that changed',
    [
      ['partial', 'I won', null],
      ['partial', 'I want to', null],
    ],
    'I want to',
  ],
  [
    'a final replaces the partial',
    [
      ['partial', 'I won', 0],
      ['final', 'I want it.', 0],
    ],
    'I want it.',
  ],
  [
    'finals and what follows them',
    [
      ['final', 'Yes.', 0],
      ['final', 'I want it.', 1.2],
      ['partial', 'But', 2.5],
    ],
    'Yes. I want it. But',
  ],
  [
    'finals out of order',
    [
      ['final', 'I want it.', 1.2],
      ['final', 'Yes.', 0],
    ],
    'Yes. I want it.',
  ],
  [
    'finals twice',
    [
      ['final', 'Yes.', 0],
      ['final', 'I want it.', 1.2],
      ['final', 'Yes.', 0],
    ],
    'Yes. I want it.',
  ],
  [
    'twice, without a place',
    [
      ['final', 'Yes.', null],
      ['final', 'Yes.', null],
      ['final', 'I want it.', null],
    ],
    'Yes. I want it.',
  ],
  [
    'twice, at two places',
    [
      ['final', 'No.', 0],
      ['final', 'No.', 1],
    ],
    'No. No.',
  ],
  [
    'silence between finals',
    [
      ['final', 'Yes.', 0],
      ['final', ' ', 1],
      ['final', 'But', 2],
    ],
    'Yes. But',
  ],
  [
    'a partial without a place after a final',
    [
      ['final', 'Yes.', null],
      ['partial', 'But', null],
    ],
    'Yes. But',
  ],
  [
    'a long final replaced by another',
    [
      ['final', 'x'.repeat(8_000), 0],
      ['final', 'Yes.', 0],
    ],
    'Yes.',
  ],
  [
    'a final replaced after as many as there may be',
    [
      ...Array.from({ length: 500 }, (_, at): Result => ['final', at === 0 ? 'No.' : '', at]),
      ['final', 'Yes.', 0],
    ],
    'Yes.',
  ],
  [
    'a partial after its final',
    [
      ['final', 'Yes, I do.', 0],
      ['partial', 'Yes, I', 0],
    ],
    'Yes, I do.',
  ],
])('returns the words of a turn: %s', (_, results, expected) => {
  const words = new TurnWords();
  for (const [kind, text, at] of results) words[kind](text, at);
  expect(words.text).toBe(expected);
});

test.each(['final', 'partial'] as const)('limits the length of a %s', (kind) => {
  const words = new TurnWords();
  words[kind]('word '.repeat(50_000), 0);
  expect(words.text).toBe('word '.repeat(1_600).trim());
});

test.each<[string, (index: number) => number | null]>([
  ['in order', (index) => index],
  ['in reverse order', (index) => -index],
  ['without places', () => null],
])('has the first words of an engine that sends without end, %s', (_, placeOf) => {
  const words = new TurnWords();
  let length = 0;
  const startedAt = performance.now();
  for (let index = 0; index < 50_000; index++) {
    words.final(`word ${index}`, placeOf(index));
    length = Math.max(length, words.text.length);
  }
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(length).toBeLessThan(8_200);
  expect(words.text).toContain('word 100');
});
