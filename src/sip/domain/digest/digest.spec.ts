import { createHash } from 'node:crypto';
import { type Challenge, answerChallenge, parseAuth, parseChallenge, pickChallenges } from './digest';

const hash = (algorithm: 'MD5' | 'SHA-256', text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text, 'latin1')
    .digest('hex');

/** RFC 7616 section 3.9.1. */
const VECTOR = {
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
};
const ASKED = {
  method: 'GET',
  uri: '/dir/index.html',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
};

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('matches the vector of RFC 7616 with %s', (algorithm, response) => {
  const value =
    `Digest realm="${VECTOR.realm}", qop="auth, auth-int", algorithm=${algorithm}, nonce="${VECTOR.nonce}", ` +
    `opaque="${VECTOR.opaque}"`;
  const challenge = parseChallenge(value, false) as Challenge;
  const answer = answerChallenge(challenge, { username: 'Mufasa', password: 'Circle of Life' }, ASKED, hash);
  const params = parseAuth(answer);
  expect(params?.get('response')).toBe(response);
  expect(params?.get('nc')).toBe('00000001');
  expect(params?.get('opaque')).toBe(VECTOR.opaque);
  expect(params?.get('qop')).toBe('auth');
});

test('uses the form of RFC 2069 without qop', () => {
  // RFC 2617 section 3.5's names, with the older computation.
  const challenge = parseChallenge(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    true,
  );
  const answer = answerChallenge(
    challenge as Challenge,
    { username: 'Mufasa', password: 'Circle Of Life' },
    { method: 'GET', uri: '/dir/index.html', cnonce: 'unused', count: 1 },
    hash,
  );
  expect(parseAuth(answer)?.get('response')).toBe('670fd8c2df070c60b045671b8b24ff02');
  expect(parseAuth(answer)?.has('cnonce')).toBe(false);
});

test.each([
  ['Basic realm="x"'],
  ['Digest realm="x"'],
  ['Digest realm="x", nonce="y", algorithm=SHA-512-256'],
  ['Digest realm="x", nonce="y", qop="auth-int"'],
  ['Digest realm="x, nonce="y"'],
  ['Digest'],
  [''],
])('answers no challenge with %s', (value) => expect(parseChallenge(value, false)).toBeNull());

test('escapes quotes in names and realms, and ignores white space and case', () => {
  const value = 'DIGEST  Realm = "a \\"b\\" c" ,NONCE="n",Algorithm=md5 , Stale = true';
  const challenge = parseChallenge(value, false);
  expect(challenge).toMatchObject({ realm: 'a "b" c', nonce: 'n', algorithm: 'MD5', stale: true });
  const credentials = { username: 'us"er', password: 'p' };
  const answer = answerChallenge(challenge as Challenge, credentials, ASKED, hash);
  expect(parseAuth(answer)?.get('username')).toBe('us"er');
  expect(answer).toContain('realm="a \\"b\\" c"');
});

test('answers the first supported of several challenges, for each realm and kind', () => {
  const picked = pickChallenges(
    [
      'Digest realm="r", nonce="1", algorithm=SHA-512-256',
      'Digest realm="r", nonce="2", algorithm=SHA-256',
      'Digest realm="r", nonce="3"',
    ],
    ['Digest realm="r", nonce="4"'],
  );
  expect([...picked.values()].map(({ nonce }) => nonce)).toEqual(['2', '4']);
});

test('hashes user and password as UTF-8, like phones and servers', () => {
  const challenge = parseChallenge('Digest realm="aics", nonce="n"', true) as Challenge;
  const credentials = { username: 'jörg', password: 'पासवर्ड-१२३४५६' };
  const asked = { method: 'REGISTER', uri: 'sip:aics', cnonce: 'unused', count: 1 };
  const answer = answerChallenge(challenge, credentials, asked, hash);
  const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
  const right = md5(`${md5('jörg:aics:पासवर्ड-१२३४५६')}:n:${md5('REGISTER:sip:aics')}`);
  expect(parseAuth(answer)?.get('response')).toBe(right);
  const username = parseAuth(answer)?.get('username') ?? '';
  expect(Buffer.from(username, 'latin1').toString('utf8')).toBe('jörg');
});
