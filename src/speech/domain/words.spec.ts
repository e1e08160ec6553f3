import { isBackchannel, isInterruption } from './backchannels';
import { endpointMs } from './endpointing';
import { pronounce } from './pronunciations';
import { wordsUpTo } from './spoken-words';

describe('a backchannel', () => {
  it.each([
    ['haan', 'hinglish', true],
    ['Haan ji.', 'hinglish', true],
    ['हाँ जी', 'hindi', true],
    ['ok', 'tamil', true],
    ['சரி', 'tamil', true],
    ['சரி', 'english', false],
    ['Hmm…', 'english', true],
    ['yes yes yes', 'english', false],
    ['yes but', 'english', false],
    ['stop', 'english', false],
    ['constructor', 'english', false],
    ['...', 'english', false],
  ] as const)('is recognized in %j in %s: %s', (text, language, expected) =>
    expect(isBackchannel(text, language)).toBe(expected),
  );

  it('is shorter than a turn, as is nothing', () =>
    expect([
      isInterruption('haan', 'hindi'),
      isInterruption(' … ', 'hindi'),
      isInterruption('kaun?', 'hindi'),
    ]).toEqual([false, false, true]));
});

it.each([
  [null, 'english', 500],
  ['', 'english', 500],
  ['I am fine', 'english', 500],
  ['I am fine.', 'english', 300],
  ['I am fine. And', 'english', 900],
  ['मैं ठीक हूँ।', 'hindi', 300],
  ['मैं ठीक हूँ लेकिन', 'hindi', 900],
  ['main aaunga lekin', 'hinglish', 900],
  ['நான் வருவேன் ஆனால்', 'tamil', 900],
  ['mera number 98', 'hinglish', 900],
  ['mera number 98.', 'hinglish', 900],
  ['It costs 5 lakh.', 'english', 500],
  ['nau aath', 'hinglish', 900],
  ['I live in', 'english', 900],
  ['main aur mere', 'hinglish', 900],
] as const)('waits after %j in %s for %i ms of quiet', (partial, language, ms) =>
  expect(endpointMs(partial, language, 'normal')).toBe(ms),
);

it.each([
  ['one two three', 1, 'one two three'],
  ['one two three', 0.9, 'one two'],
  ['one two three', 0.5, 'one'],
  ['one two three', 0.1, ''],
  ['one', 0.99, ''],
  ['one two', -1, ''],
  ['एक दो तीन', 0.8, 'एक दो'],
])('cuts %j after %d to %j', (text, share, heard) => expect(wordsUpTo(text, share)).toBe(heard));

describe('pronunciations', () => {
  const say = pronounce([
    { text: 'B.Tech', say: 'bee tech' },
    { text: 'B.Tech CSE', say: 'bee tech computer science' },
    { text: 'IIT', say: 'eye eye tee' },
    { text: 'c++ (new)', say: 'see plus plus' },
    { text: '$&', say: 'x' },
  ]);

  it.each([
    ['Our b.tech is good.', 'Our bee tech is good.'],
    ['B.Tech CSE or B.Tech', 'bee tech computer science or bee tech'],
    ['BxTech', 'BxTech'],
    ['IITian from IIT', 'IITian from eye eye tee'],
    ['IITका', 'IITका'],
    ['C++ (new)!', 'see plus plus!'],
    ['$&', 'x'],
  ])('replace in %j: %j', (text, spoken) => expect(say(text)).toBe(spoken));

  it('are none without a list', () => expect(pronounce([])('B.Tech')).toBe('B.Tech'));
});
