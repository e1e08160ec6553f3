import { MAX_URL_LENGTH, urlProblem } from './endpoint-url';

test.each([
  [7, 'must be a string'],
  [{}, 'must be a string'],
  ['', 'must not be empty'],
  ['example.com/hook', 'must be a URL such as https://example.com/webhooks'],
  ['https:example.com', 'must be a URL such as https://example.com/webhooks'],
  ['https://', 'must be a URL such as https://example.com/webhooks'],
  ['https://exa mple.com', 'must not hold white space or control characters'],
  [' https://example.com', 'must not hold white space or control characters'],
  ['https://exam\nple.com', 'must not hold white space or control characters'],
  ['https://example.com/\u0000', 'must not hold the NUL character or half of a surrogate pair'],
  ['https://example.com/\ud800', 'must not hold the NUL character or half of a surrogate pair'],
  ['ftp://example.com', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['javascript://example.com', 'must begin with https://'],
  ['https://user@example.com', 'must not hold a user name or password'],
  ['https://user:secret@example.com', 'must not hold a user name or password'],
  ['https://:secret@example.com', 'must not hold a user name or password'],
  ['https://example.com:0/', 'must not have port 0'],
  ['https://example.com:99999/', 'must be a URL such as https://example.com/webhooks'],
  ['https://localhost/', 'must lead to a public address: localhost is a name for inside a network'],
  [`https://example.com/${'a'.repeat(MAX_URL_LENGTH)}`, `must have at most 2048 characters (it has 2068)`],
])('rejects %p', (value, problem) => expect(urlProblem(value)).toBe(problem));

test.each([
  'https://example.com',
  'HTTPS://EXAMPLE.COM:8443/a/b?c=d#e',
  'https://xn--11b4c3d.example./hook',
  'https://8.8.8.8/hook',
  'https://example.com/हुक',
  'https://example.com/a@b',
])('accepts %s', (value) => expect(urlProblem(value)).toBeUndefined());
