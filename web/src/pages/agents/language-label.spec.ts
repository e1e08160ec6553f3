import { languageLabel } from './language-label';

it.each([
  ['', 'Hindi or Hinglish'],
  ['hinglish', 'Hinglish'],
  ['hi', 'Hindi (hi)'],
  ['HI-in', 'Hindi (India)'],
  ['en-US', 'American English'],
  ['zz', 'zz'],
  ['a-b', 'a-b'],
])('labels the language %j of an agent: %s', (language, label) =>
  expect(languageLabel(language)).toBe(label),
);
