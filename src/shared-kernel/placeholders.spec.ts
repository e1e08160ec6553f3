import { isPlaceholderName } from './placeholders';

it.each([
  ['city', true],
  ['वर्ग', true],
  ['of birth', false],
  [' city', false],
  ['', false],
  ['a}} {{b', false],
])('accepts %j as the name of a placeholder: %s', (name, is) => {
  expect(isPlaceholderName(name)).toBe(is);
});
