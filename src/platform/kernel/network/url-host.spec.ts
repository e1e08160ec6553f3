import { hostOf, originOf, schemeProblem } from './url-host';

test('allows plain http where the operator does', () => {
  const url = new URL('http://example.com/');
  expect(schemeProblem(url, false)).toContain('https://');
  expect(schemeProblem(url, true)).toBeUndefined();
  expect(schemeProblem(new URL('https://example.com/'), false)).toBeUndefined();
});

test('classifies a host without brackets and final dots, as the parser made it', () => {
  expect(hostOf(new URL('https://[2606:4700::1]:8443/'))).toBe('2606:4700::1');
  expect(hostOf(new URL('https://Example.COM./'))).toBe('example.com');
  expect(hostOf(new URL('https://0x7f.1/'))).toBe('127.0.0.1');
});

test.each([
  ['https://Example.COM./a?b', 'https://example.com'],
  ['https://[2606:4700::1]:8443/', 'https://[2606:4700::1]:8443'],
  ['http://8.8.8.8:80/', 'http://8.8.8.8'],
])('connects %s to %s', (url, origin) => expect(originOf(new URL(url))).toBe(origin));
