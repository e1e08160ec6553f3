import { passwordProblem, preparedPassword } from './password-rules';

const COMMON = 'is too common';

test.each([
  ['correct horse battery', undefined],
  ['  spaces are kept  ', undefined],
  ['पासवर्ड बहुत लंबा है', undefined],
  ['a'.repeat(200).replace('aa', 'xy'), undefined],
  ['elevenchars', 'must have at least 12 characters (it has 11)'],
  // Twelve as sent, six once composed.
  ['e\u0301'.repeat(6), 'must have at least 12 characters (it has 6)'],
  ['ab'.repeat(101), 'must have at most 200 characters (it has 202)'],
  ['aaaaaaaaaaaa', COMMON],
  ['ÄäÄäÄäÄäÄäÄä', COMMON],
  ['123456789012', COMMON],
  ['098765432109', COMMON],
  ['ABCDEFGHIJKLMN', COMMON],
  ['zyxwvutsrqponm', COMMON],
  ['Q1W2E3R4T5Y6', COMMON],
  ['administrator', COMMON],
  ['123456789013', undefined],
])('validates %j: %j', (password, problem) => expect(passwordProblem(password)).toBe(problem));

test('treats both ways to write a letter as one password', () =>
  expect(preparedPassword('re\u0301sume\u0301')).toBe(preparedPassword('résumé')));
