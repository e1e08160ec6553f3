import {
  type ProbedServer,
  connectCheck,
  notNeededCheck,
  optionsCheck,
  registerCheck,
  type ProbeReply,
  resolveCheck,
  redactDigits,
} from './trunk-check';

const SERVER = '192.0.2.1:5060';
const asked = (reply: ProbeReply, server = SERVER): ProbedServer => ({ server, reply });
const answered = (status: number, reason = 'Whatever'): ProbedServer =>
  asked({ kind: 'response', status, reason });
const silent = asked({ kind: 'silent' });
const refused = asked({ kind: 'unreachable', why: 'refused' });

test.each([
  [[{ server: 'sbc.example', addresses: [SERVER] }], true, 'sbc.example is at 192.0.2.1:5060.'],
  [
    [
      { server: 'sbc.example', addresses: [SERVER] },
      { server: 'old.example', addresses: [] },
    ],
    false,
    'old.example has no IPv4 address',
  ],
])('reports the resolution of each name (%#)', (all, ok, words) =>
  expect(resolveCheck(all)).toMatchObject({ name: 'resolve', ok, message: expect.stringContaining(words) }),
);

test.each<[string, ProbedServer, string, boolean, string]>([
  ['an answer', answered(200), 'udp', true, 'is there'],
  ['silence of UDP', silent, 'udp', true, 'UDP has no connection'],
  ['a connection', silent, 'tcp', true, 'took the connection'],
  ['a refusal', refused, 'udp', false, 'nothing listens there'],
  [
    'a connection that is closed at once',
    asked({ kind: 'unreachable', why: 'closed' }),
    'tcp',
    false,
    'at once: perhaps it speaks another --transport',
  ],
  [
    'a close after the handshake of TLS 1.3',
    asked({ kind: 'unreachable', why: 'closed' }),
    'tls',
    false,
    'perhaps it requests a certificate of ours (--tls-cert)',
  ],
  ['no connection', asked({ kind: 'unreachable', why: 'timeout' }), 'tcp', false, 'within 4 s'],
  [
    'a certificate',
    asked({ kind: 'unreachable', why: 'certificate', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    'tls',
    false,
    '(ERR_TLS_CERT_ALTNAME_INVALID) has a certificate that does not hold',
  ],
  [
    'an old certificate',
    asked({ kind: 'unreachable', why: 'certificate', code: 'CERT_HAS_EXPIRED' }),
    'tls',
    false,
    '(CERT_HAS_EXPIRED) has a certificate that has expired: its operator must renew it',
  ],
  [
    'a certificate of tomorrow',
    asked({ kind: 'unreachable', why: 'certificate', code: 'CERT_NOT_YET_VALID' }),
    'tls',
    false,
    "(CERT_NOT_YET_VALID) has a certificate that is not valid yet: check this machine's clock",
  ],
  [
    'a server without TLS, or with an old one, or one that wants our certificate',
    asked({ kind: 'unreachable', why: 'certificate', code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    'tls',
    false,
    '(ERR_SSL_WRONG_VERSION_NUMBER) did not agree on TLS',
  ],
])('reports the connection: %s', (_, one, transport, ok, words) =>
  expect(connectCheck([one], transport)).toMatchObject({ ok, message: expect.stringContaining(words) }),
);

test.each<[string, ProbedServer, boolean, string]>([
  ['200', answered(200, 'OK'), true, 'answered 200 OK.'],
  ['401', answered(401), true, 'does no harm'],
  ['404', answered(404), true, 'does no harm'],
  ['403', answered(403), true, "must allow this machine's address"],
  ['503', answered(503), false, 'takes no calls now'],
  ['silence', silent, false, 'no answer within 4 s'],
  ['a refusal', refused, false, 'was not asked'],
])('reports OPTIONS: %s', (_, one, ok, words) =>
  expect(optionsCheck([one])).toMatchObject({ ok, message: expect.stringContaining(words) }),
);

test('fails without an address', () =>
  expect(optionsCheck([])).toMatchObject({ ok: false, message: 'Not tried: no server has an address.' }));

test('fails for one server that fails, and names each', () => {
  const check = optionsCheck([answered(200), asked({ kind: 'silent' }, '192.0.2.2:5060')]);
  expect(check.ok).toBe(false);
  expect(check.message).toMatch(/192\.0\.2\.1:5060 answered .* 192\.0\.2\.2:5060 sent no answer/);
});

test.each<[string, ProbedServer[], boolean, boolean, string]>([
  ['200', [answered(200)], true, true, 'the credentials are right'],
  ['a wrong password', [answered(401)], true, false, 'Check --username, --auth-username and --password'],
  ['a wrong password at a proxy', [answered(407)], true, false, 'refuses the credentials'],
  ['a user who is refused', [answered(403)], true, false, 'refuses this user'],
  ['an unknown user', [answered(404)], true, false, '--domain'],
  ['no registrar, and the trunk registers', [answered(405)], true, false, 'does not register us'],
  ['no registrar, and the trunk does not', [answered(405)], false, true, 'by calls alone'],
  ['no capacity', [answered(503)], true, false, 'does not register us now'],
  ['silence', [silent], true, false, 'no answer to REGISTER'],
  ['a server that cannot be reached', [refused], true, false, 'was not asked'],
  ['a second server that is silent', [refused, silent], true, false, 'no answer to REGISTER'],
  ['a second server that answers', [refused, answered(200)], true, true, 'are right'],
  ['a second server that has room', [answered(503), answered(200)], true, true, 'are right'],
  ['nobody to ask', [], true, false, 'no server has an address'],
])('reports the registration: %s', (_, all, registers, ok, words) =>
  expect(registerCheck(all, registers)).toMatchObject({ ok, message: expect.stringContaining(words) }),
);

test('passes without the omitted checks', () =>
  expect(notNeededCheck('register', 'it has no password')).toEqual({
    name: 'register',
    ok: true,
    message: 'Not tried: it has no password.',
  }));

test.each([
  ['503 Service Unavailable', '503 Service Unavailable'],
  ['404 No route to +919876543210', '404 No route to +…'],
  ['404 98765 43210 unknown', '404 …unknown'],
  ['486 ', '486'],
  ['500 \u0007\u202eodd', '500 odd'],
  [`500 ${'x'.repeat(9_000)}`, `500 ${'x'.repeat(76)}`],
])('shows a response without numbers: %j', (response, expected) =>
  expect(redactDigits(response)).toBe(expected),
);
