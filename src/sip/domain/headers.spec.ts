import { Headers, writtenName } from './headers';

test.each([
  ['i', 'call-id', 'Call-ID'],
  ['Via', 'via', 'Via'],
  ['X-Account', 'x-account', 'X-Account'],
])('reads %s as %s and writes %s', (sent, name, written) => {
  expect(new Headers([[sent, 'x']]).get(name)).toBe('x');
  expect(writtenName(name)).toBe(written);
});

test.each(['constructor', 'hasownproperty', '__proto__'])('treats %s as any other header', (name) => {
  expect(new Headers([[name, 'x']]).get(name)).toBe('x');
  expect(writtenName(name).toLowerCase()).toBe(name);
});
