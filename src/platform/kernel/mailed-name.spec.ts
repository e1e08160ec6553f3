import { accountNameProblem, personNameProblem } from './mailed-name';

const ADDRESS = 'must not hold an address such as example.com; put a space after the dot of an initial';

it.each([
  'S. K. De',
  'Meera Nair',
  'Dr. A.P.J. Abdul Kalam',
  'K.R.Rao',
  'Dr.Mehta',
  'Meera Nair Jr.',
  "Siobhán O'Neill-Sharma",
  'क्\u200dष मीरा',
  'நா. முத்துக்குமார்',
  '<b>Meera & Co</b>',
  'Co. In',
  'S. Me',
  'A/B Sharma',
])('accepts %j', (name) => expect(personNameProblem(name)).toBeUndefined());

it.each([
  'Meera\nBcc: x',
  'Meera\r\n\r\nPay here',
  'Meera\tNair',
  'Meera\u0085Nair',
  'Meera\u2028Nair',
  'Meera \u202eriaN',
  'Meera\u001b[2J',
])('finds control characters in %j', (name) => expect(personNameProblem(name)).toMatch(/control/));

it.each([
  'https://evil.example/x',
  'Click HTTP://evil',
  'hxxp://evil',
  'mailto:x@evil.example',
  'www.evil',
  'You won: evil.com',
  'evil.co.in.',
  '(evil.link)',
  'evil.example/login',
  'evil.example:8080/x',
  'बैंक.com',
  'me@evil.example',
  'S.K.De',
])('finds an address in %j', (name) => expect(personNameProblem(name)).toMatch(/address/));

it.each([
  ['Sunrise College', undefined],
  ['مدرسة \u202eabc', undefined],
  ['One\nTwo', 'must not hold control characters'],
  ['Claim at https://evil.example', ADDRESS],
  ['Your prize: evil.com', ADDRESS],
])('validates %j as the name of an account: %s', (name, problem) =>
  expect(accountNameProblem(name)).toBe(problem),
);
