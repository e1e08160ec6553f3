import { isPlaceholderName } from './placeholders';

it.each([
  ['city', true],
  ['वर्ग', true],
  ['of birth', false],
  [' city', false],
  ['', false],
  ['a}} {{b', false],
])('takes %j for the name of a placeholder: %s', (name, is) => {
  expect(isPlaceholderName(name)).toBe(is);
});
