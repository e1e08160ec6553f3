import { failureOf, statusMessage } from './failure-messages';

const failed = (code: string) => Object.assign(new Error('10.0.0.1 said no'), { code });

test.each([
  ['UND_ERR_HEADERS_OVERFLOW', 'malformed', 'The headers of the answer have more than 16 KiB.'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed', 'The answer is not well-formed HTTP.'],
  ['EPROTO', 'tls', 'TLS failed: the endpoint does not speak it as we do (EPROTO).'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /speak it as we do \(ERR_SSL_WRONG_VERSION_NUMBER\)\.$/],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'tls', /speak it as we do \(ERR_TLS_HANDSHAKE_TIMEOUT\)\.$/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'The TLS certificate is for another host name.'],
  ['ECONNREFUSED', 'connection', 'The connection was refused.'],
  ['EMFILE', 'connection', 'The connection failed (EMFILE).'],
  ['constructor', 'connection', 'The connection failed (constructor).'],
])('names the failure %s by its code alone', (code, kind, message) => {
  const failure = failureOf(failed(code));
  expect(failure.kind).toBe(kind);
  expect(failure.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('finds the code of the cause', () =>
  expect(failureOf(new Error('fetch failed', { cause: failed('ENOTFOUND') }))).toEqual({
    kind: 'connection',
    message: 'The host name does not resolve.',
  }));

test.each([
  [200, null],
  [299, null],
  [199, 'The endpoint answered with status 199.'],
  [300, 'The endpoint answered with status 300; redirects are not followed.'],
  [399, 'The endpoint answered with status 399; redirects are not followed.'],
  [304, 'The endpoint answered with status 304.'],
  [400, 'The endpoint answered with status 400.'],
])('answers for status %d: %s', (status, message) => expect(statusMessage(status)).toBe(message));
